import 'dart:async';
import 'dart:io';
import 'dart:isolate';

import '../client.dart';
import '../event.dart';
import '../exception.dart';
import '../scrub.dart';
import 'directory_store.dart';
import 'send_now.dart';

/// Exit code of the VM after an uncaught error.
const _uncaughtExitCode = 255;

/// Ends the program after an uncaught error as the VM would: same words on stderr, same exit code. Before that it stores
/// the event, and lets another isolate send it while this isolate is blocked, so that none of the program's code runs in
/// between.
Never endProgram(Client client, String error, String stack) {
  client.guard(() {
    final store = client.runtime.store;
    final events = client.unsent();
    if (store is DirectoryStore) {
      events.forEach(store.putNow);
      final files = [for (final event in events) (store.fileOf(event.id), event)];
      if (client.isPaused) return;
      sendNow((
        url: client.url,
        token: client.options.token,
        appId: client.options.appId,
        events: files,
        pauseFile: store.pauseFile,
        timeout: client.options.exitTimeout,
      ));
    }
  });
  stderr.writeln('Unhandled exception:\n$error\n$stack'.trimRight());
  exit(_uncaughtExitCode);
}

/// Reports errors that end this isolate. An isolate whose errors are fatal ends before any message about them could be
/// handled, so they are made non-fatal, and the program is ended here instead. Returns the undo function.
void Function() watchOwnErrors(Client client) {
  final port = RawReceivePort((Object? message) {
    final (error, stack) = _textsOf(message);
    client.guard(() => reportTexts(client, error, stack, const BugleMechanism('onerror', handled: false)));
    endProgram(client, error, stack);
  }, 'bugle')
    ..keepIsolateAlive = false;
  final isolate = Isolate.current;
  isolate
    ..setErrorsFatal(false)
    ..addErrorListener(port.sendPort);
  return () {
    isolate
      ..removeErrorListener(port.sendPort)
      ..setErrorsFatal(true);
    port.close();
  };
}

/// Receives errors of other isolates, for `Isolate.addErrorListener` and `Isolate.spawn(onError:)`.
RawReceivePort isolateErrorsPort(Client? Function() client) => RawReceivePort((Object? message) {
      final (error, stack) = _textsOf(message);
      final current = client();
      current?.guard(
        () => reportTexts(current, error, stack, const BugleMechanism('isolate', handled: false), isFatal: false),
      );
    }, 'bugle isolates')
      ..keepIsolateAlive = false;

(String, String) _textsOf(Object? message) => switch (message) {
      [final Object? error, final Object? stack] => ('$error', stack == null ? '' : '$stack'),
      _ => ('$message', ''),
    };

/// Beginnings of the texts of known errors. Between isolates, errors are texts, which do not name their type.
const _beginnings = {
  'Bad state: ': 'StateError',
  'Invalid argument': 'ArgumentError',
  'RangeError': 'RangeError',
  'IndexError': 'IndexError',
  'Null check operator used on a null value': 'TypeError',
  "type '": 'TypeError',
  'NoSuchMethodError: ': 'NoSuchMethodError',
  'Unsupported operation: ': 'UnsupportedError',
  'UnimplementedError': 'UnimplementedError',
  'Concurrent modification during iteration': 'ConcurrentModificationError',
  'Stack Overflow': 'StackOverflowError',
  'Out of Memory': 'OutOfMemoryError',
  'Exception: ': 'Exception',
};
final _typeAtStart = RegExp(r'^([A-Z]\w{2,80}(?:Exception|Error|Failure)): ');

/// Reports an error of which only texts are known.
void reportTexts(Client client, String error, String stack, BugleMechanism mechanism, {bool isFatal = true}) {
  final known = _beginnings.entries.where((one) => error.startsWith(one.key)).firstOrNull?.value;
  final type = known ?? _typeAtStart.firstMatch(error)?[1] ?? 'Error';
  final message = error.startsWith('$type: ') ? error.substring(type.length + 2) : error;
  client.captureTexts(
    type,
    cleanText(message),
    stack.trim().isEmpty ? null : withoutHome(withoutRoot(toText(stack, 65536).trimRight())),
    BugleHint(mechanism: mechanism, level: isFatal ? BugleLevel.fatal : BugleLevel.error),
  );
}
