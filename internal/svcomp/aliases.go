package svcomp

import (
	"bytes"
	"fmt"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// maxAliased is how many bytes and nodes aliases may stand for, all together.
const maxAliased = 4 << 20

// aliasBomb says what is wrong with the aliases of a text, such as *x of &x: a few lines of them, each with aliases of the line before,
// stand for more than any memory has. Nothing is wrong with a text that cannot be parsed.
func aliasBomb(text []byte) error {
	if !bytes.Contains(text, []byte("&")) || !bytes.Contains(text, []byte("*")) {
		return nil
	}
	file, err := parser.ParseBytes(text, 0)
	if err != nil {
		return nil
	}
	a := aliases{sizes: map[string]int{}}
	for _, doc := range file.Docs {
		a.size(doc.Body)
	}
	return a.err
}

type aliases struct {
	sizes   map[string]int // by name, of what has been read; -1: it is being read
	aliased int            // all that aliases stand for
	err     error
}

// size is that of a node with its aliases written out.
func (a *aliases) size(n ast.Node) int {
	if a.err != nil || n == nil {
		return 0
	}
	switch n := n.(type) {
	case *ast.MappingNode:
		sum := 1
		for _, v := range n.Values {
			sum += a.size(v)
		}
		return sum
	case *ast.MappingValueNode:
		return a.size(n.Key) + a.size(n.Value)
	case *ast.MappingKeyNode:
		return a.size(n.Value)
	case *ast.SequenceNode:
		sum := 1
		for _, v := range n.Values {
			sum += a.size(v)
		}
		return sum
	case *ast.TagNode:
		return a.size(n.Value)
	case *ast.LiteralNode:
		return 1 + len(n.Value.Value)
	case *ast.AnchorNode:
		name := n.Name.GetToken().Value
		a.sizes[name] = -1
		size := a.size(n.Value)
		a.sizes[name] = size
		return size
	case *ast.AliasNode:
		at := n.Value.GetToken()
		size := a.sizes[at.Value]
		a.aliased += max(size, 0)
		switch {
		case size < 0:
			a.err = fmt.Errorf("line %d: the alias %s is part of what it stands for", at.Position.Line, at.Value)
		case a.aliased > maxAliased:
			a.err = fmt.Errorf("line %d: the aliases stand for more than %d MiB", at.Position.Line, maxAliased>>20)
		}
		return size
	}
	return 1 + len(n.GetToken().Value)
}
