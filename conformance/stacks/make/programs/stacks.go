// Usage: go run stacks.go (prints JSON)
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime"
	"sort"
	"strings"
	"sync"
)

type Frame struct {
	Function string `json:"function"`
	Module   string `json:"module,omitempty"`
	File     string `json:"file"`
	Line     int    `json:"line"`
	Async    bool   `json:"async,omitempty"`
}
type Case struct {
	Name    string  `json:"name"`
	Type    string  `json:"exception_type"`
	Message string  `json:"message"`
	Stack   string  `json:"stack"`
	Frames  []Frame `json:"frames"`
}
type Cart struct{ items []int }

func (c *Cart) Pay(cents int)       { c.charge(cents) }
func (c *Cart) charge(cents int)    { panic(fmt.Errorf("declined %d", cents)) }
func (c Cart) Value() int           { return c.items[7] }
func helper(text string)            { panic(text) }
func Map[T any](l []T, f func(T))   { for _, x := range l { f(x) } }
func recurse(depth int)             { if depth == 0 { helper("bottom") }; recurse(depth - 1) }
func deferred()                     { defer helper("in defer"); fmt.Sprint() }
type Payable interface{ Pay(int) }
type byName []string
func (b byName) Len() int           { return len(b) }
func (b byName) Less(i, j int) bool { helper("less"); return false }
func (b byName) Swap(i, j int)      {}
type Box[T any] struct{ value T }
func (b *Box[T]) Open()             { helper("box") }

var scenarios = []struct {
	name string
	run  func()
}{
	{"method", func() { (&Cart{}).Pay(3) }},
	{"value method", func() { Cart{}.Value() }},
	{"function", func() { helper("x: y") }},
	{"closure", func() { func() { func() { helper("closure") }() }() }},
	{"generic function", func() { Map([]int{1}, func(n int) { helper("generic") }) }},
	{"generic method", func() { (&Box[string]{}).Open() }},
	{"recursion", func() { recurse(4) }},
	{"defer", func() { deferred() }},
	{"interface", func() { var p Payable = &Cart{}; p.Pay(9) }},
	{"nil map", func() { var m map[string]int; m["a"] = 1 }},
	{"nil pointer", func() { var c *Cart; c.items[0] = 1 }},
	{"index", func() { a := []int{}; n := 5; _ = a[n] }},
	{"type assertion", func() { var x any = 1; _ = x.(string) }},
	{"sort", func() { sort.Sort(byName{"b", "a"}) }},
	{"sort slice", func() { sort.Slice([]int{2, 1}, func(i, j int) bool { helper("slice"); return false }) }},
	{"once", func() { var o sync.Once; o.Do(func() { helper("once") }) }},
	{"strings.Map", func() { strings.Map(func(r rune) rune { helper("rune"); return r }, "abc") }},
	{"error value", func() { panic(errors.New("an error")) }},
	{"divide", func() { n := 0; fmt.Sprint(1 / n) }},
	{"method value", func() { pay := (&Cart{}).Pay; pay(2) }},
}

var out []Case

func named(f runtime.Frame) Frame {
	if f.Function == "runtime.gopanic" {
		return Frame{Function: "panic", File: f.File, Line: f.Line}
	}
	slash := strings.LastIndex(strings.SplitN(f.Function, "[", 2)[0], "/") + 1
	dot := slash + strings.Index(f.Function[slash:], ".")
	return Frame{Function: f.Function[dot+1:], Module: f.Function[:dot], File: f.File, Line: f.Line}
}

// The traceback hides the runtime's own functions, but for panics.
func isShown(name string) bool {
	return !strings.HasPrefix(name, "runtime.") || name == "runtime.gopanic" || (len(name) > 8 && name[8] >= 'A' && name[8] <= 'Z')
}

func capture(name string, value any, creator *Frame) {
	pcs, text := make([]uintptr, 64), make([]byte, 65536)
	n, m := runtime.Callers(1, pcs), runtime.Stack(text, false)
	frames := runtime.CallersFrames(pcs[:n])
	one := Case{Name: name, Type: fmt.Sprintf("%T", value), Message: fmt.Sprint(value)}
	for {
		f, more := frames.Next()
		if isShown(f.Function) { one.Frames = append(one.Frames, named(f)) }
		if !more { break }
	}
	if creator != nil { one.Frames = append(one.Frames, *creator) }
	one.Stack = fmt.Sprintf("panic: %v\n\n%s", value, text[:m])
	out = append(out, one)
}

func run(name string, f func(), creator *Frame) {
	defer func() { capture(name, recover(), creator) }()
	f()
}

func main() {
	for _, s := range scenarios { run(s.name, s.run, nil) }
	for _, s := range scenarios[:8] {
		s := s
		done := make(chan bool)
		_, file, line, _ := runtime.Caller(0); go func() { run(s.name+", goroutine", s.run, &Frame{Function: "main", Module: "main", File: file, Line: line, Async: true}); done <- true }()
		<-done
	}
	json.NewEncoder(os.Stdout).Encode(out)
}
