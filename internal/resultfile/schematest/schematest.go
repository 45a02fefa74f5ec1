// Package schematest is for the tests of JSON formats: it checks documents against a schema.
package schematest

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
)

// Schema is the part of JSON Schema that the formats of craig use.
type Schema struct {
	Root map[string]any
}

// Check lists what is wrong with v.
func (s Schema) Check(at string, rules map[string]any, v any) (wrong []string) {
	for key, rule := range rules {
		complain := func(format string, args ...any) {
			wrong = append(wrong, at+": "+fmt.Sprintf(format, args...))
		}
		switch key {
		case "$ref":
			def := s.Root["$defs"].(map[string]any)[strings.TrimPrefix(rule.(string), "#/$defs/")]
			wrong = append(wrong, s.Check(at, def.(map[string]any), v)...)
		case "const":
			if !reflect.DeepEqual(rule, v) {
				complain("%v is not %v", v, rule)
			}
		case "enum":
			if !slices.ContainsFunc(rule.([]any), func(x any) bool { return reflect.DeepEqual(x, v) }) {
				complain("%v is not one of %v", v, rule)
			}
		case "type":
			types, several := rule.([]any)
			if !several {
				types = []any{rule}
			}
			if !slices.Contains(types, any(typeOf(v))) && !(typeOf(v) == "integer" && slices.Contains(types, any("number"))) {
				complain("%s, not %v", typeOf(v), rule)
			}
		case "pattern":
			if text, ok := v.(string); ok && !regexp.MustCompile(rule.(string)).MatchString(text) {
				complain("%q does not match %s", text, rule)
			}
		case "minimum":
			if n, ok := v.(float64); ok && n < rule.(float64) {
				complain("%v is less than %v", n, rule)
			}
		case "required":
			if m, ok := v.(map[string]any); ok {
				for _, name := range rule.([]any) {
					if _, ok := m[name.(string)]; !ok {
						complain("no %s", name)
					}
				}
			}
		case "minItems":
			if list, ok := v.([]any); ok && float64(len(list)) < rule.(float64) {
				complain("%d items are less than %v", len(list), rule)
			}
		case "items":
			list, _ := v.([]any)
			for i, x := range list {
				wrong = append(wrong, s.Check(fmt.Sprintf("%s[%d]", at, i), rule.(map[string]any), x)...)
			}
		case "properties":
			m, _ := v.(map[string]any)
			for name, x := range m {
				if r, ok := rule.(map[string]any)[name]; ok {
					wrong = append(wrong, s.Check(at+"."+name, r.(map[string]any), x)...)
				}
			}
		case "additionalProperties":
			m, _ := v.(map[string]any)
			known, _ := rules["properties"].(map[string]any)
			for name, x := range m {
				if _, ok := known[name]; ok {
					continue
				}
				if r, ok := rule.(map[string]any); ok {
					wrong = append(wrong, s.Check(at+"."+name, r, x)...)
				} else if rule == false {
					complain("%s is not known", name)
				}
			}
		case "$schema", "$id", "$defs", "title", "description":
		default:
			complain("the test does not know %s", key)
		}
	}
	return wrong
}

func typeOf(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case string:
		return "string"
	case float64:
		if v == float64(int64(v)) {
			return "integer"
		}
		return "number"
	case []any:
		return "array"
	}
	return "object"
}
