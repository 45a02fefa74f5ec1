// A module of its own, so that craig does not need what only its documents need.
module craig/contrib/site

go 1.26.0

require github.com/yuin/goldmark v1.8.7
