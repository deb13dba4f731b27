// Prints, as JSON, gin's report of a handler that panics, and the calls that Go's runtime reports.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"os"
	"runtime"
	"strings"

	"github.com/gin-gonic/gin"
)

type basket struct{ total int }

func (b *basket) pay() int {
	return b.total + 1
}

func handle(c *gin.Context) {
	var none *basket
	c.String(200, fmt.Sprint(none.pay()))
}

type frame struct {
	Function string `json:"function,omitempty"`
	File     string `json:"file"`
	Line     int    `json:"line"`
}

// Removes the package, as gin does.
func bare(name string) string {
	if slash := strings.LastIndex(name, "/"); slash >= 0 {
		name = name[slash+1:]
	}
	if dot := strings.Index(name, "."); dot >= 0 {
		name = name[dot+1:]
	}
	return name
}

func main() {
	gin.SetMode(gin.ReleaseMode)
	var out bytes.Buffer
	var found []frame
	var message string
	engine := gin.New()
	engine.Use(gin.CustomRecoveryWithWriter(&out, func(c *gin.Context, err any) {
		message = fmt.Sprint(err)
		// Above the panic are this function and gin's.
		for skip := 3; ; skip++ {
			pc, file, line, ok := runtime.Caller(skip)
			if !ok {
				break
			}
			found = append(found, frame{bare(runtime.FuncForPC(pc).Name()), file, line})
		}
	}))
	engine.GET("/pay", handle)
	engine.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/pay", nil))
	json.NewEncoder(os.Stdout).Encode([]map[string]any{{
		"name": "gin", "exception_type": "Error", "message": message, "stack": out.String(), "frames": found,
	}})
}
