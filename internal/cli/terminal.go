package cli

import (
	"io"
	"os"
	"strconv"
	"syscall"
	"unicode/utf8"
	"unsafe"
)

// isTerminal tells whether what is written to w is read on a terminal that knows escape sequences.
func isTerminal(w io.Writer) bool {
	if s, ok := w.(*sink); ok {
		w = s.w
	}
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0 && os.Getenv("TERM") != "dumb" && !isNull(info)
}

// isNull tells whether a file is /dev/null, which is a character device too.
func isNull(info os.FileInfo) bool {
	null, err := os.Stat(os.DevNull)
	return err == nil && os.SameFile(null, info)
}

// colours tells whether what is written to w may have colours: https://no-color.org.
func colours(w io.Writer) bool { return os.Getenv("NO_COLOR") == "" && isTerminal(w) }

// usualWidth is how many columns a line has where nothing else is known.
const usualWidth = 80

// widthOf is how many columns the terminal has that w writes to.
func widthOf(w io.Writer) int {
	if s, ok := w.(*sink); ok {
		w = s.w
	}
	if f, ok := w.(*os.File); ok {
		var size struct{ rows, columns, x, y uint16 }
		if _, _, errno := syscall.Syscall(syscall.SYS_IOCTL, f.Fd(), syscall.TIOCGWINSZ, uintptr(unsafe.Pointer(&size))); errno == 0 && size.columns > 0 {
			return int(size.columns)
		}
	}
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n > 0 {
		return n
	}
	return usualWidth
}

// fitted is text in at most n columns.
func fitted(text string, n int) string {
	if utf8.RuneCountInString(text) <= n || n < 2 {
		return text
	}
	return string([]rune(text)[:n-1]) + "…"
}
