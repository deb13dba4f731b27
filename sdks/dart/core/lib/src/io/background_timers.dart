import 'dart:async';
import 'dart:isolate';

/// Timers that do not keep the program alive: they run in an isolate beside its own, which starts with the first one.
final class BackgroundTimers {
  BackgroundTimers() {
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
      case ['end']:
        port.close();
        for (final timer in timers.values) timer.cancel();
    }
  };
  program.send(port.sendPort);
}
