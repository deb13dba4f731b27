import 'dart:async';
import 'dart:io';
import 'dart:isolate';

import 'package:bugle/bugle.dart';
import 'package:bugle/isolates.dart';

final watch = Stopwatch()..start();

/// Programs of the end-to-end tests, chosen by the first argument.
Future<void> main(List<String> arguments) async {
  switch (arguments) {
    case ['init']:
      await endByTimer();
    case ['report', final count, ...final rest]:
      await report(int.parse(count), isEndless: rest.isNotEmpty);
    case ['loop']:
      loop();
    case ['stack', final file]:
      start();
      Bugle.captureException(
        StateError('no stock'),
        stackTrace: StackTrace.fromString(File(file).readAsStringSync()),
      );
      await Bugle.close();
    case ['start']:
      start();
      await Bugle.close();
  }
}

/// Bugle stays off without a token.
void start() => Bugle.init(
      BugleOptions(
        token: Platform.environment['BUGLE_TOKEN'] ?? '',
        endpoint: Platform.environment['BUGLE_ENDPOINT'] ?? '',
        appId: 'com.example.shop',
        enabled: Platform.environment['BUGLE_TOKEN'] != '',
        storeDirectory: Platform.environment['BUGLE_STORE'],
      ),
    );

/// Errors of an isolate that knows nothing of Bugle, of one with a client of its own, and of a timer, which ends it.
Future<void> endByTimer() async {
  start();
  final ended = ReceivePort();
  await Isolate.spawn(fail, 'in an isolate', onError: BugleIsolates.errors, onExit: ended.sendPort);
  await ended.first;
  await Isolate.run(reportInside);
  await Future<void>.delayed(const Duration(milliseconds: 300));
  print('isolate ended');
  Timer(const Duration(milliseconds: 10), () => throw StateError('in the timer'));
}

void fail(String text) => throw FormatException(text);

Future<void> reportInside() async {
  start();
  Bugle.captureException(ArgumentError('in an isolate of its own'));
  await Bugle.close();
}

/// Reports errors, and prints when all are in the store.
Future<void> report(int count, {required bool isEndless}) async {
  start();
  for (var i = 0; i < count; i += 1) {
    Bugle.captureException(StateError('$i of $count'));
  }
  print('began');
  final store = Directory(Platform.environment['BUGLE_STORE']!);
  int stored() => !store.existsSync() ? 0 : store.listSync().where((one) => one.path.endsWith('.json')).length;
  while (isEndless && stored() < count) {
    await Future<void>.delayed(const Duration(milliseconds: 1));
  }
  print('stored');
  await Bugle.flush(Duration(seconds: isEndless ? 60 : 10));
  await Bugle.close();
}

/// Reports equal errors and ends, without a flush.
void loop() {
  start();
  final stack = StackTrace.current;
  for (var i = 0; i < 10; i += 1) {
    Bugle.captureException(StateError('again'), stackTrace: stack);
  }
}
