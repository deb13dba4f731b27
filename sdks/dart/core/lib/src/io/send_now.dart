import 'dart:async';
import 'dart:io';
import 'dart:isolate';

import '../item.dart';
import '../queue.dart';
import '../store.dart';
import '../transport.dart';
import 'http_transport.dart';

/// Sends events while this isolate is blocked, for at most the timeout. Their files disappear when the server has
/// accepted them; what is left belongs to the next start.
///
/// An isolate of its own sends. One that already runs would not do: a program that fails at once is blocked before it
/// has received that isolate's port.
void sendNow(LastEvents last) {
  final events = last.events;
  if (events.isEmpty) return;
  // Created by the other isolate when it gives up: this one receives no message while it is blocked.
  final stop = File('${events.first.$1}.stop');
  unawaited(
    Isolate.spawn(_sendAll, (last: last, stop: stop.path), debugName: 'bugle')
        .then<void>((_) {}, onError: (Object _) {}),
  );
  final watch = Stopwatch()..start();
  while (watch.elapsed < last.timeout && !stop.existsSync() && events.any((event) => File(event.$1).existsSync())) {
    sleep(const Duration(milliseconds: 5));
  }
  if (stop.existsSync()) stop.deleteSync();
}

/// Events by their files, and the file that keeps the server's pause for the next start.
typedef LastEvents = ({
  String url,
  String token,
  String appId,
  List<(String file, StoredEvent event)> events,
  String pauseFile,
  Duration timeout,
});

Future<void> _sendAll(({LastEvents last, String stop}) sending) async {
  final (:last, :stop) = sending;
  final client = HttpClient()..connectionTimeout = connectTimeout;
  // An error that nobody catches would be printed beside the program's own.
  try {
    // Events first: an item that the server refuses holds back none.
    final events = [...last.events]..sort((a, b) => byKindAndAge(a.$2.id, b.$2.id));
    for (final (file, event) in events) {
      final response = await _responseTo(client, requestOf(last.url, last.token, last.appId, event));
      if (response?.status != 202) {
        // The next start sends it: a server that refuses or is gone is not asked again while the program ends.
        final asked = isEventId(event.id) ? retryAfterMs(response?.retryAfter) : 0;
        if (asked > 0) File(last.pauseFile).writeAsStringSync('${DateTime.now().millisecondsSinceEpoch + asked}');
        File(stop).createSync();
        break;
      }
      File(file).deleteSync();
    }
  } catch (_) {
    // The disk is full or gone; the program waits until its timeout.
  }
  client.close(force: true);
}

Future<IngestResponse?> _responseTo(HttpClient client, IngestRequest request) async {
  try {
    return await post(client, request);
  } catch (_) {
    return null;
  }
}
