package redact

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"
)

func TestRedact(t *testing.T) {
	for _, c := range []struct{ in, out string }{
		{"craig bench --queue nats://s3cret@host:4222 tasks", "craig bench --queue nats://…@host:4222 tasks"},
		{"craig bench --queue=tls://user:s3cret@host tasks", "craig bench --queue=tls://…@host tasks"},
		{"craig worker --queue s3cret@host:4222,user:s3cret@other", "craig worker --queue …@host:4222,…@other"},
		{"craig worker --queue=user:s3c@ret@host", "craig worker --queue=…@host"},
		{"craig worker --queue nats://user:s3c/r@et@host,nats://s3cret@b", "craig worker --queue nats://…@host,nats://…@b"},
		{"craig check nats://s3cret@host", "craig check nats://…@host"},
		{"craig bench --queue nats://host:4222 a@b.c", "craig bench --queue nats://host:4222 a@b.c"},
	} {
		if got := CommandLine(strings.Fields(c.in)); got != c.out {
			t.Errorf("%s\n is %s\nwant %s", c.in, got, c.out)
		}
	}
	err := Error(fmt.Errorf("parse \"nats://s3cret@a b\": bad, %w", fs.ErrNotExist))
	if strings.Contains(err.Error(), "s3cret") || !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	var exact *fs.PathError
	if errors.As(err, &exact) {
		t.Error("an error with secrets can be had")
	}
}
