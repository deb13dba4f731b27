/// One request to ingest; [body] is JSON, unless it is a file: then [bytes] are sent in its place.
typedef IngestRequest = ({String url, String token, String body, List<int>? bytes});

/// The server's response; [retryAfter] is the header's value: seconds or a date.
typedef IngestResponse = ({int status, String? retryAfter});

/// Sends requests. It applies timeouts of its own.
abstract interface class Transport {
  /// Sends one request; fails when there is no response.
  Future<IngestResponse> send(IngestRequest request);

  /// Closes connections, since nothing waits to be sent: an open one keeps a program alive.
  void rest();
}

/// Runs a function later; returns a function that cancels it.
typedef SetTimer = void Function() Function(void Function() run, Duration delay);
