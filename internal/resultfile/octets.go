package resultfile

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"unicode/utf8"
)

// Names of files, and what options contain, are octets to the system, and need not be UTF-8, while JSON has characters only. An
// octet that belongs to no character is written as the character octets + octet, of the last plane for private use. So that
// no text is read as another one, the octets of such a character itself are written in this way as well.

const octets = 0x10ff00

// isOctet says whether a character may stand for an octet, which none below 128 does.
func isOctet(c rune) bool { return c >= octets+0x80 && c <= octets+0xff }

// written is s in characters; read of it is s.
func written(s string) string {
	if utf8.ValidString(s) && strings.IndexFunc(s, isOctet) < 0 {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		c, n := utf8.DecodeRuneInString(s)
		if c == utf8.RuneError && n == 1 || isOctet(c) {
			for _, x := range []byte(s[:n]) {
				b.WriteRune(octets + rune(x))
			}
		} else {
			b.WriteString(s[:n])
		}
		s = s[n:]
	}
	return b.String()
}

// read is the text of which written makes s.
func read(s string) string {
	if strings.IndexFunc(s, isOctet) < 0 {
		return s
	}
	var b strings.Builder
	for _, c := range s {
		if isOctet(c) {
			b.WriteByte(byte(c - octets))
		} else {
			b.WriteRune(c)
		}
	}
	return b.String()
}

// texts is a copy of v with f applied to all texts in it, but for the keys of maps.
func texts(v reflect.Value, f func(string) string) reflect.Value {
	n := reflect.New(v.Type()).Elem()
	n.Set(v)
	switch v.Kind() {
	case reflect.String:
		n.SetString(f(v.String()))
	case reflect.Slice:
		if v.Len() > 0 && v.Type().Elem().Kind() != reflect.Uint8 {
			n.Set(reflect.MakeSlice(v.Type(), v.Len(), v.Len()))
			for i := range v.Len() {
				n.Index(i).Set(texts(v.Index(i), f))
			}
		}
	case reflect.Pointer:
		if !v.IsNil() {
			n.Set(reflect.New(v.Type().Elem()))
			n.Elem().Set(texts(v.Elem(), f))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if n.Field(i).CanSet() {
				n.Field(i).Set(texts(v.Field(i), f))
			}
		}
	}
	return n
}

// changes says whether f changes the name of a file or an option of the document, without which it changes nothing that is read again.
func (d *Document) changes(f func(string) string) (yes bool) {
	look := func(s string) string {
		yes = yes || f(s) != s
		return s
	}
	texts(reflect.ValueOf(d.Files), look)
	texts(reflect.ValueOf(d.Options), look)
	return yes
}

// inJSON is a Document without the methods that make it JSON.
type inJSON Document

// MarshalJSON writes a document, with names that are not UTF-8.
func (d Document) MarshalJSON() ([]byte, error) {
	if d.changes(written) {
		d = texts(reflect.ValueOf(d), written).Interface().(Document)
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false) // the encoder that asks does as it has been told
	err := enc.Encode(inJSON(d))
	return b.Bytes(), err
}

// UnmarshalJSON reads what MarshalJSON has written.
func (d *Document) UnmarshalJSON(text []byte) error {
	if err := json.Unmarshal(text, (*inJSON)(d)); err != nil {
		return err
	}
	if d.changes(read) {
		*d = texts(reflect.ValueOf(*d), read).Interface().(Document)
	}
	return nil
}
