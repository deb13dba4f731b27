import 'dart:async';
import 'dart:io';
import 'dart:isolate';

import '../transport.dart';
import 'http_transport.dart';

/// Sends events while this isolate is blocked, for at most the timeout. Their files disappear when the server has
/// accepted them; what is left belongs to the next start.
///
/// An isolate of its own sends. One that already runs would not do: a program that fails at once is blocked before it
/// has received that isolate's port.
void sendNow(String url, String token, List<(String file, String body)> events, Duration timeout) {
  if (events.isEmpty) return;
  // Created by the other isolate when it gives up: this one receives no message while it is blocked.
  final stop = File('${events.first.$1}.stop');
  unawaited(
    Isolate.spawn(_sendAll, (url: url, token: token, events: events, stop: stop.path), debugName: 'bugle')
        .then<void>((_) {}, onError: (Object _) {}),
  );
  final watch = Stopwatch()..start();
  while (watch.elapsed < timeout && !stop.existsSync() && events.any((event) => File(event.$1).existsSync())) {
    sleep(const Duration(milliseconds: 5));
  }
  if (stop.existsSync()) stop.deleteSync();
}

typedef _Sending = ({String url, String token, List<(String file, String body)> events, String stop});

Future<void> _sendAll(_Sending sending) async {
  final client = HttpClient()..connectionTimeout = connectTimeout;
  // An error that nobody catches would be printed beside the program's own.
  try {
    for (final (file, body) in sending.events) {
      if (!await _isAccepted(client, (url: sending.url, token: sending.token, body: body))) {
        // The next start sends it: a server that refuses or is gone is not asked again while the program ends.
        File(sending.stop).createSync();
        break;
      }
      File(file).deleteSync();
    }
  } catch (_) {
    // The disk is full or gone; the program waits until its timeout.
  }
  client.close(force: true);
}

Future<bool> _isAccepted(HttpClient client, IngestRequest request) async {
  try {
    return (await post(client, request)).status == 202;
  } catch (_) {
    return false;
  }
}
