import type { Snippet } from './snippet-name.ts'
import { phpLiteral } from './snippet-php.ts'

type Text = Snippet['text']

// Programs that send an event with the standard library of their language, where there is no SDK of ours. Each reports
// uncaught errors, and ends with one to try it.

export const pythonSnippet: Text = (origin, { app_id }, token) => `import json, sys, traceback, urllib.request

def report(kind, error, trace):
    sys.__excepthook__(kind, error, trace)
    event = {
        "exception_type": kind.__name__,
        "message": str(error),
        "stack": "".join(traceback.format_exception(kind, error, trace)),
        "platform": "python",
        "app_id": ${json(app_id)},
    }
    headers = {"X-Service-Token": ${json(token)}, "Content-Type": "application/json"}
    request = urllib.request.Request(${json(`${origin}/ingest`)}, json.dumps(event).encode(), headers)
    urllib.request.urlopen(request, timeout=2)

sys.excepthook = report

raise RuntimeError("Hello, Bugle")`

export const goSnippet: Text = (origin, { app_id }, token) => `package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"runtime/debug"
	"time"
)

func report(failed any) {
	body, _ := json.Marshal(map[string]any{
		"exception_type": fmt.Sprintf("%T", failed),
		"message":        fmt.Sprint(failed),
		"stack":          string(debug.Stack()),
		"platform":       "go",
		"app_id":         ${json(app_id)},
	})
	request, _ := http.NewRequest("POST", ${json(`${origin}/ingest`)}, bytes.NewReader(body))
	request.Header.Set("X-Service-Token", ${json(token)})
	request.Header.Set("Content-Type", "application/json")
	client := http.Client{Timeout: 2 * time.Second}
	if answer, err := client.Do(request); err == nil {
		answer.Body.Close()
	}
}

func main() {
	defer func() {
		if failed := recover(); failed != nil {
			report(failed)
			panic(failed)
		}
	}()
	panic(errors.New("Hello, Bugle"))
}`

export const javaSnippet: Text = (origin, { app_id }, token) => `import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

public class Main {
    static void report(Thread thread, Throwable error) {
        error.printStackTrace();
        StringWriter stack = new StringWriter();
        error.printStackTrace(new PrintWriter(stack));
        String event = "{\\"exception_type\\":" + json(error.getClass().getName())
            + ",\\"message\\":" + json(String.valueOf(error.getMessage()))
            + ",\\"stack\\":" + json(stack.toString())
            + ",\\"platform\\":\\"java\\",\\"app_id\\":" + json(${json(app_id)}) + "}";
        HttpRequest request = HttpRequest.newBuilder(URI.create(${json(`${origin}/ingest`)}))
            .timeout(Duration.ofSeconds(2))
            .header("X-Service-Token", ${json(token)})
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(event))
            .build();
        try {
            HttpClient.newHttpClient().send(request, BodyHandlers.discarding());
        } catch (Exception unsent) {
            System.err.println("not reported: " + unsent);
        }
    }

    static String json(String text) {
        StringBuilder quoted = new StringBuilder("\\"");
        for (char c : text.toCharArray()) {
            if (c == '"' || c == '\\\\') quoted.append('\\\\').append(c);
            else if (c < ' ') quoted.append(String.format("\\\\u%04x", (int) c));
            else quoted.append(c);
        }
        return quoted.append('"').toString();
    }

    public static void main(String[] args) {
        Thread.setDefaultUncaughtExceptionHandler(Main::report);
        throw new IllegalStateException("Hello, Bugle");
    }
}`

export const dotnetSnippet: Text = (origin, { app_id }, token) => `using System.Net.Http.Json;

var http = new HttpClient { Timeout = TimeSpan.FromSeconds(2) };
http.DefaultRequestHeaders.Add("X-Service-Token", ${json(token)});

AppDomain.CurrentDomain.UnhandledException += (_, failed) =>
{
    var error = (Exception)failed.ExceptionObject;
    http.PostAsJsonAsync(${json(`${origin}/ingest`)}, new
    {
        exception_type = error.GetType().FullName,
        message = error.Message,
        stack = error.ToString(),
        platform = "dotnet",
        app_id = ${json(app_id)},
    }).Wait();
};

throw new InvalidOperationException("Hello, Bugle");`

export const rubySnippet: Text = (origin, { app_id }, token) => `require "json"
require "net/http"

at_exit do
  error = $!
  next if error.nil? || error.is_a?(SystemExit)

  event = {
    exception_type: error.class.name,
    message: error.message,
    stack: error.full_message(highlight: false),
    platform: "ruby",
    app_id: ${ruby(app_id)},
  }
  headers = { "X-Service-Token" => ${ruby(token)}, "Content-Type" => "application/json" }
  Net::HTTP.post(URI(${ruby(`${origin}/ingest`)}), JSON.generate(event), headers)
end

raise "Hello, Bugle"`

/** A string literal of Ruby, in which the same two characters are special as in PHP's. */
const ruby = phpLiteral

/** A string literal of Python, Go, Java and C#, all of which accept JSON's. */
const json = JSON.stringify
