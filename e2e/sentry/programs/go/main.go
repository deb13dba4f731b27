// Usage: SENTRY_DSN=… go run .
// Reports in every way that a Go program does, then panics.
package main

import (
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/getsentry/sentry-go"
)

type stockError struct{ sku string }

func (e *stockError) Error() string { return "No stock for " + e.sku }

func reserve(sku string) error { return &stockError{sku} }

func main() {
	err := sentry.Init(sentry.ClientOptions{
		Dsn:              os.Getenv("SENTRY_DSN"),
		Release:          "shop@1.2.3",
		Environment:      "staging",
		AttachStacktrace: true,
		EnableTracing:    true,
		TracesSampleRate: 1,
		SendDefaultPII:   true,
	})
	if err != nil {
		panic(err)
	}
	sentry.ConfigureScope(func(scope *sentry.Scope) {
		scope.SetUser(sentry.User{ID: "u-1", Email: "planted.person@example.com", IPAddress: "203.0.113.77"})
		scope.SetTag("plan", "pro")
		scope.SetContext("cart", sentry.Context{"items": 3, "api_token": "planted-secret-1"})
	})
	for index := 0; index < 60; index++ {
		sentry.AddBreadcrumb(&sentry.Breadcrumb{Category: "ui.click", Message: fmt.Sprintf("tap %d", index), Level: sentry.LevelInfo})
	}
	sentry.CaptureException(reserve("A-17"))
	sentry.CaptureException(fmt.Errorf("no cart: %w", reserve("B-2")))
	sentry.CaptureException(errors.Join(errors.New("one"), errors.New("two")))
	sentry.CaptureMessage("The queue is long")
	id := sentry.CaptureCheckIn(&sentry.CheckIn{MonitorSlug: "nightly", Status: sentry.CheckInStatusInProgress}, &sentry.MonitorConfig{
		Schedule: sentry.CrontabSchedule("0 3 * * *"), MaxRuntime: 10, CheckInMargin: 5, Timezone: "Europe/Berlin",
	})
	sentry.CaptureCheckIn(&sentry.CheckIn{ID: *id, MonitorSlug: "nightly", Status: sentry.CheckInStatusOK, Duration: 4 * time.Second}, nil)
	defer sentry.Flush(5 * time.Second)
	defer sentry.Recover()
	panic("crash at the end")
}
