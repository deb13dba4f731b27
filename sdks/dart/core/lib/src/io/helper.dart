import 'dart:async';
import 'dart:io';
import 'dart:isolate';

import '../transport.dart';
import 'http_transport.dart';

/// An isolate beside the program's. A timer in it does not keep the program alive, and it still runs while the
/// program's own isolate is blocked on its end.
final class Helper {
  Helper() {
    _port = RawReceivePort(_onMessage, 'bugle')..keepIsolateAlive = false;
  }

  late final RawReceivePort _port;
  Future<SendPort>? _starting;
  SendPort? _commands;
  final Completer<SendPort> _started = Completer();
  final Map<int, void Function()> _timers = {};
  int _last = 0;

  /// A timer that does not keep the program alive.
  void Function() setTimer(void Function() run, Duration delay) {
    final id = _last += 1;
    // Callbacks keep the zone of their caller, as those of a Timer do.
    _timers[id] = Zone.current.bindCallback(run);
    _send(['timer', id, delay.inMilliseconds]);
    return () {
      if (_timers.remove(id) != null) _send(['cancel', id]);
    };
  }

  /// Starts the isolate, so that [sendNow] needs not wait for it.
  void start() => unawaited(_open().then((_) {}, onError: (Object _) {}));

  /// Sends events while this isolate is blocked, for at most the timeout. Their files disappear when the server has
  /// accepted them; what is left belongs to the next start.
  void sendNow(String url, String token, List<(String file, String body)> events, Duration timeout) {
    final commands = _commands;
    if (commands == null || events.isEmpty) return;
    // Created by the helper when it gives up: this isolate receives no message while it is blocked.
    final stop = File('${events.first.$1}.stop');
    commands.send(['send', url, token, [for (final (file, body) in events) [file, body]], stop.path]);
    final watch = Stopwatch()..start();
    while (watch.elapsed < timeout && !stop.existsSync() && events.any((event) => File(event.$1).existsSync())) {
      sleep(const Duration(milliseconds: 5));
    }
    if (stop.existsSync()) stop.deleteSync();
  }

  void close() {
    _timers.clear();
    _commands?.send(['end']);
    _port.close();
  }

  void _send(List<Object?> command) {
    final commands = _commands;
    if (commands != null) return commands.send(command);
    unawaited(_open().then((commands) => commands.send(command), onError: (Object _) {}));
  }

  Future<SendPort> _open() => _starting ??= () async {
        await Isolate.spawn(_run, _port.sendPort, debugName: 'bugle', errorsAreFatal: false);
        return _commands = await _started.future;
      }();

  void _onMessage(Object? message) {
    if (message is SendPort && !_started.isCompleted) {
      _commands = message;
      _started.complete(message);
    } else if (message is int) {
      _timers.remove(message)?.call();
    }
  }
}

void _run(SendPort program) {
  final timers = <int, Timer>{};
  final port = RawReceivePort();
  port.handler = (Object? command) {
    switch (command) {
      case ['timer', final int id, final int ms]:
        timers[id] = Timer(Duration(milliseconds: ms), () {
          timers.remove(id);
          program.send(id);
        });
      case ['cancel', final int id]:
        timers.remove(id)?.cancel();
      case ['send', final String url, final String token, final List<Object?> events, final String stop]:
        unawaited(_sendAll(url, token, events, File(stop)));
      case ['end']:
        port.close();
        for (final timer in timers.values) timer.cancel();
    }
  };
  program.send(port.sendPort);
}

Future<void> _sendAll(String url, String token, List<Object?> events, File stop) async {
  final client = HttpClient()..connectionTimeout = connectTimeout;
  for (final event in events) {
    if (event case [final String file, final String body]) {
      try {
        final IngestRequest request = (url: url, token: token, body: body);
        final (:status, retryAfter: _) = await post(client, request);
        if (status == 202) File(file).deleteSync();
        if (status == 202) continue;
      } on Exception {
        // Given up below.
      }
      // The next start sends it: a server that refuses or is gone is not asked again while the program ends.
      stop.createSync();
      break;
    }
  }
  client.close(force: true);
}
