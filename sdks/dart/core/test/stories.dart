import 'dart:async';
import 'dart:io';
import 'dart:isolate';
import 'dart:math';

import 'package:bugle/bugle.dart';
import 'package:bugle/isolates.dart';

final watch = Stopwatch()..start();

/// Programs of the end-to-end tests, chosen by the first argument.
Future<void> main(List<String> arguments) async {
  switch (arguments) {
    case ['init']:
      await endByTimer();
    case ['fail at once']:
      Bugle.runGuarded(() => throw StateError('at once'), options: options());
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
    case ['steady', final count]:
      await steady(int.parse(count));
    case ['large']:
      start();
      Bugle.captureException(
        StateError('large'),
        hint: BugleHint(extra: {'list': [for (var i = 0; i < 20; i += 1) noise(5000)]}),
      );
      await Bugle.flush(const Duration(seconds: 60));
      await Bugle.close();
    case ['flood', final count]:
      await flood(int.parse(count));
    case ['items']:
      await sendItems();
    case ['start']:
      start();
      await Bugle.close();
  }
}

void start() => Bugle.init(options());

/// Bugle stays off without a token.
BugleOptions options() => BugleOptions(
      token: Platform.environment['BUGLE_TOKEN'] ?? '',
      endpoint: Platform.environment['BUGLE_ENDPOINT'] ?? '',
      appId: 'com.example.shop',
      enabled: Platform.environment['BUGLE_TOKEN'] != '',
      storeDirectory: Platform.environment['BUGLE_STORE'],
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

/// Sends one of everything that stands beside events; words that begin with `hidden` must not arrive anywhere.
Future<void> sendItems() async {
  Bugle.init(BugleOptions(
    token: Platform.environment['BUGLE_TOKEN']!,
    endpoint: Platform.environment['BUGLE_ENDPOINT']!,
    appId: 'com.example.shop',
    release: 'shop@4.2.0',
    sessions: true,
    storeDirectory: Platform.environment['BUGLE_STORE'],
  ));
  Bugle.setUser('anon-7');
  Bugle.captureException(
    StateError('the cart is full'),
    hint: BugleHint(attachments: [BugleAttachment.text('cart.json', '{"items":3}', type: 'application/json')]),
  );
  Bugle.captureFeedback(
    'The button does nothing, password=hidden-word',
    email: 'ann@example.com',
    url: 'https://shop.example/cart?token=hidden-query',
  );
  await Bugle.withMonitor('import', () async {}, schedule: 'every 10 minutes');
  try {
    await Bugle.withMonitor<void>(
      'nightly-backup',
      () => throw StateError('the disk is full'),
      schedule: '0 3 * * *',
      timezone: 'Europe/Berlin',
    );
  } on StateError {
    print('thrown on');
  }
  print(await Bugle.flush(const Duration(seconds: 60)) ? 'all arrived' : 'some are missing');
  await Bugle.close();
}

final _random = Random(1);

/// Text that cannot be compressed.
String noise(int length) => String.fromCharCodes([for (var i = 0; i < length; i += 1) 48 + _random.nextInt(70)]);

/// Reports an error every few milliseconds, and prints whether all arrived.
Future<void> steady(int count) async {
  start();
  for (var i = 0; i < count; i += 1) {
    Bugle.captureException(StateError('$i of $count'));
    await Future<void>.delayed(const Duration(milliseconds: 5));
  }
  print(await Bugle.flush(const Duration(seconds: 120)) ? 'all arrived' : 'some are missing');
  await Bugle.close();
}

/// Reports more errors at once than the queue takes, and one later, which reports how many were lost.
Future<void> flood(int count) async {
  start();
  for (var i = 0; i < count; i += 1) {
    Bugle.captureException(StateError('$i of $count'));
  }
  await Bugle.flush(const Duration(seconds: 60));
  Bugle.captureException(StateError('the last one'));
  await Bugle.flush(const Duration(seconds: 60));
  await Bugle.close();
}
