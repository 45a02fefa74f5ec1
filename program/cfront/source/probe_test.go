package source
import ("testing";"context";"os";"fmt";"strings";"path/filepath")
func TestProbe(t *testing.T){
	l,_ := filepath.Glob(os.Getenv("PROBE"))
	for _, f := range l {
		_, err := Parse(context.Background(), Config{Include: strings.Fields(os.Getenv("INC"))}, f)
		if err != nil { fmt.Println(err) }
	}
}
