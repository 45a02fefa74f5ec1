package lsp

import (
	"encoding/json"
	"slices"
)

// The messages of the protocol, in its words, as far as they are used.
type (
	initializeParams struct {
		RootURI      string          `json:"rootUri"`
		Folders      []folder        `json:"workspaceFolders"`
		Capabilities capabilities    `json:"capabilities"`
		Options      json.RawMessage `json:"initializationOptions"`
	}
	folder struct {
		URI string `json:"uri"`
	}
	capabilities struct {
		General struct {
			Encodings []string `json:"positionEncodings"`
		} `json:"general"`
		Window struct {
			Progress bool `json:"workDoneProgress"`
			Show     struct {
				Support bool `json:"support"`
			} `json:"showDocument"`
		} `json:"window"`
		Workspace struct {
			CodeLens struct {
				Refresh bool `json:"refreshSupport"`
			} `json:"codeLens"`
			InlayHint struct {
				Refresh bool `json:"refreshSupport"`
			} `json:"inlayHint"`
		} `json:"workspace"`
		Document struct {
			Diagnostics struct {
				Related bool `json:"relatedInformation"`
			} `json:"publishDiagnostics"`
		} `json:"textDocument"`
	}
	initializeResult struct {
		Capabilities serverCapabilities `json:"capabilities"`
		Info         serverInfo         `json:"serverInfo"`
	}
	serverInfo struct {
		Name    string `json:"name"`
		Version string `json:"version"`
	}
	serverCapabilities struct {
		PositionEncoding string            `json:"positionEncoding"`
		Sync             syncOptions       `json:"textDocumentSync"`
		Hover            bool              `json:"hoverProvider"`
		InlayHint        bool              `json:"inlayHintProvider"`
		CodeLens         codeLensOptions   `json:"codeLensProvider"`
		CodeAction       codeActionOptions `json:"codeActionProvider"`
		Commands         commandOptions    `json:"executeCommandProvider"`
	}
	syncOptions struct {
		OpenClose bool `json:"openClose"`
		Change    int  `json:"change"`
		Save      bool `json:"save"`
	}
	codeLensOptions struct {
		Resolve bool `json:"resolveProvider"`
	}
	codeActionOptions struct {
		Kinds []string `json:"codeActionKinds"`
	}
	commandOptions struct {
		Commands []string `json:"commands"`
		WorkDone bool     `json:"workDoneProgress"`
	}

	position struct {
		Line      int `json:"line"`
		Character int `json:"character"`
	}
	span struct {
		Start position `json:"start"`
		End   position `json:"end"`
	}
	location struct {
		URI   string `json:"uri"`
		Range span   `json:"range"`
	}
	documentID struct {
		URI string `json:"uri"`
	}
	openParams struct {
		Document struct {
			URI  string `json:"uri"`
			Text string `json:"text"`
		} `json:"textDocument"`
	}
	changeParams struct {
		Document documentID `json:"textDocument"`
		Changes  []change   `json:"contentChanges"`
	}
	change struct {
		Range *span  `json:"range"` // nil: all of the text
		Text  string `json:"text"`
	}
	documentParams struct {
		Document documentID `json:"textDocument"`
	}
	positionParams struct {
		Document documentID `json:"textDocument"`
		Position position   `json:"position"`
	}
	actionParams struct {
		Document documentID `json:"textDocument"`
		Range    span       `json:"range"`
	}
	hintParams struct {
		Document documentID `json:"textDocument"`
		Range    span       `json:"range"`
	}
	executeParams struct {
		Command   string            `json:"command"`
		Arguments []json.RawMessage `json:"arguments"`
		Token     json.RawMessage   `json:"workDoneToken"`
	}

	diagnostic struct {
		Range    span      `json:"range"`
		Severity int       `json:"severity"`
		Code     string    `json:"code,omitempty"`
		Source   string    `json:"source"`
		Message  string    `json:"message"`
		Related  []related `json:"relatedInformation,omitempty"`
	}
	related struct {
		Location location `json:"location"`
		Message  string   `json:"message"`
	}
	hoverResult struct {
		Contents markup `json:"contents"`
		Range    *span  `json:"range,omitempty"`
	}
	markup struct {
		Kind  string `json:"kind"`
		Value string `json:"value"`
	}
	inlayHint struct {
		Position position   `json:"position"`
		Label    string     `json:"label"`
		Padding  bool       `json:"paddingLeft"`
		Tooltip  markup     `json:"tooltip"`
		Edits    []textEdit `json:"textEdits,omitempty"` // what puts the hint into the text
	}
	codeLens struct {
		Range   span    `json:"range"`
		Command command `json:"command"`
	}
	command struct {
		Title     string `json:"title"`
		Command   string `json:"command"`
		Arguments []any  `json:"arguments,omitempty"`
	}
	codeAction struct {
		Title string        `json:"title"`
		Kind  string        `json:"kind"`
		Edit  workspaceEdit `json:"edit"`
	}
	workspaceEdit struct {
		Changes map[string][]textEdit `json:"changes"`
	}
	textEdit struct {
		Range span   `json:"range"`
		Text  string `json:"newText"`
	}
)

// Severities of diagnostics.
const (
	severityError = iota + 1
	severityWarning
	severityInformation
	severityHint
)

// client is what the editor can do.
type client struct {
	encoding                                              string // of positions: utf-8 or utf-16
	progress, showDocument, refresh, relate, refreshHints bool
}

func (c *capabilities) read() client {
	encoding := "utf-16"
	if slices.Contains(c.General.Encodings, "utf-8") {
		encoding = "utf-8"
	}
	return client{encoding, c.Window.Progress, c.Window.Show.Support, c.Workspace.CodeLens.Refresh, c.Document.Diagnostics.Related, c.Workspace.InlayHint.Refresh}
}

func (p *initializeParams) folders() (uris []string) {
	for _, f := range p.Folders {
		uris = append(uris, f.URI)
	}
	return uris
}
