package source

import (
	"embed"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
)

// The embedded headers: what a freestanding compiler ships, and the declarations of the usual C
// library. Their folders have names that no file of a user can have.
//
//go:embed include
var embedded embed.FS

// IsLibraryHeader tells whether a name is that of a header of the C library, or of a compiler, that is embedded.
func IsLibraryHeader(name string) bool {
	return slices.ContainsFunc([]string{"include/libc/", "include/free/"}, func(folder string) bool {
		_, err := fs.Stat(embedded, folder+name)
		return err == nil
	})
}

const (
	freestanding = "<craig>/free"
	library      = "<craig>/libc"
)

// maxInclude bounds the depth of #include.
const maxInclude = 200

// systemFolders lists the host's folders of headers; last the one of gcc's own, which has those of
// processor intrinsics.
func systemFolders(cfg Config) []string {
	if cfg.int16() { // the host has none for such machines
		return nil
	}
	if cfg.ILP32 {
		return folders32()
	}
	return folders64()
}

// The host's folders are looked for once.
var (
	folders32 = sync.OnceValue(func() []string { return foldersOf("i386-linux-gnu") })
	folders64 = sync.OnceValue(func() []string { return foldersOf("x86_64-linux-gnu") })
)

func foldersOf(arch string) []string {
	folders := []string{"/usr/local/include", "/usr/include/" + arch, "/usr/include"}
	if own, _ := filepath.Glob("/usr/lib/gcc/x86_64-linux-gnu/*/include"); len(own) > 0 {
		folders = append(folders, own[len(own)-1])
	}
	var list []string
	for _, folder := range folders {
		if info, err := os.Stat(folder); err == nil && info.IsDir() {
			list = append(list, folder)
		}
	}
	return list
}
