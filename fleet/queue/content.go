package queue

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"

	"github.com/nats-io/nats.go/jetstream"
)

// Put keeps data where workers find it, and returns its name: its SHA-256 in hexadecimal. What is there
// already is not sent again.
func (q *Queue) Put(ctx context.Context, data []byte) (name string, err error) {
	name = sumOf(data)
	return name, again(ctx, func(ctx context.Context) error {
		if _, err := q.content.GetInfo(ctx, name); err == nil {
			return nil
		}
		_, err := q.content.PutBytes(ctx, name, data)
		return err
	})
}

// Get is the data with a name that Put has returned. Data that has another sum is an error.
func (q *Queue) Get(ctx context.Context, name string) (data []byte, err error) {
	missing := false
	err = again(ctx, func(ctx context.Context) error {
		data, err = q.content.GetBytes(ctx, name)
		if missing = errors.Is(err, jetstream.ErrObjectNotFound); missing {
			return nil
		}
		return err
	})
	switch {
	case err != nil:
		return nil, err
	case missing:
		return nil, fmt.Errorf("the queue has no content %s", name)
	}
	if sumOf(data) != name {
		return nil, fmt.Errorf("content %s has another sum: it was damaged on its way", name)
	}
	return data, nil
}

// Version is what a worker and who gives it jobs have in common: the first half of the SHA-256 of the program that
// runs jobs.
func Version(program string) (string, error) {
	data, err := os.ReadFile(program)
	if err != nil {
		return "", err
	}
	return sumOf(data)[:32], nil
}

// sumOf is the SHA-256 of data in hexadecimal.
func sumOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
