import 'dart:async';
import 'dart:convert';
import 'dart:io';
import 'dart:isolate';

import '../transport.dart';

const connectTimeout = Duration(seconds: 5);
const requestTimeout = Duration(seconds: 15);

/// Below this a body is compressed at once: starting an isolate takes longer.
const _isolateBytes = 64000;
const _leastCompressed = 1024;

/// Sends by a client of its own, whose connections are closed when nothing waits.
final class HttpTransport implements Transport {
  HttpTransport(this._newClient);

  final HttpClient Function() _newClient;
  HttpClient? _client;

  @override
  Future<IngestResponse> send(IngestRequest request) {
    final client = _client ??= _newClient()..connectionTimeout = connectTimeout;
    return post(client, request).timeout(requestTimeout, onTimeout: () {
      // The connection is of no use: closing the client is the only way to end it.
      rest();
      throw TimeoutException('no response', requestTimeout);
    });
  }

  @override
  void rest() {
    _client?.close(force: true);
    _client = null;
  }
}

/// Sends one request.
Future<IngestResponse> post(HttpClient client, IngestRequest request) async {
  final plain = request.bytes ?? utf8.encode(request.body);
  final isCompressed = plain.length >= _leastCompressed;
  final bytes = !isCompressed
      ? plain
      : plain.length < _isolateBytes
          ? gzip.encode(plain)
          : await Isolate.run(() => gzip.encode(plain), debugName: 'bugle');
  final sent = await client.postUrl(Uri.parse(request.url));
  sent.followRedirects = false;
  sent.headers
    ..contentType = ContentType('application', 'json', charset: 'utf-8')
    ..set('X-Service-Token', request.token)
    ..contentLength = bytes.length;
  if (isCompressed) sent.headers.set(HttpHeaders.contentEncodingHeader, 'gzip');
  sent.add(bytes);
  final response = await sent.close();
  final retryAfter = response.headers.value(HttpHeaders.retryAfterHeader);
  // The status suffices: a response cut off after it is still a response.
  await response.drain<void>().catchError((Object _) {});
  return (status: response.statusCode, retryAfter: retryAfter);
}
