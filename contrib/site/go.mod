// A module of its own, so that craig does not need what only its documents need.
module craig/contrib/site

go 1.26.0

require (
	github.com/chromedp/chromedp v0.23.1
	github.com/yuin/goldmark v1.8.7
)

require (
	github.com/chromedp/cdproto v0.160.1 // indirect
	github.com/go-json-experiment/json v0.0.0-20260213210345-44df1a37e875 // indirect
)
