// Usage: SENTRY_DSN=… COUNT=300 go run ./flood
// Reports many errors at once.
package main

import (
	"fmt"
	"net/http"
	"os"
	"strconv"
	"time"

	"github.com/getsentry/sentry-go"
)

func main() {
	count, err := strconv.Atoi(os.Getenv("COUNT"))
	if err != nil {
		panic(err)
	}
	client := &http.Client{Timeout: 2 * time.Second}
	if err := sentry.Init(sentry.ClientOptions{Dsn: os.Getenv("SENTRY_DSN"), HTTPClient: client}); err != nil {
		panic(err)
	}
	for index := 0; index < count; index++ {
		sentry.CaptureException(fmt.Errorf("flood %d", index))
		if index%10 == 9 {
			sentry.Flush(5 * time.Second)
		}
	}
	sentry.Flush(5 * time.Second)
}
