import 'dart:async';
import 'dart:convert';

import 'package:bugle/bugle.dart';
import 'package:bugle/src/client.dart';
import 'package:bugle/src/debug_meta.dart';
import 'package:bugle/src/queue.dart';
import 'package:bugle/src/scope.dart';
import 'package:bugle/src/scrub.dart';
import 'package:bugle/src/shrink.dart';
import 'package:bugle/src/store.dart';

import '../../tool/test.dart';
import 'support.dart';

Object? _eventOf(Object? error, [BugleOptions? given, bool? isObfuscated]) {
  final runtime = TestRuntime();
  clientOf(runtime, given, isObfuscated).captureException(error, stackTrace: StackTrace.fromString('#0 main (a.dart:1)'));
  final event = runtime.events.single;
  return '${event['exception_type']}: ${event['message']}';
}

class PaymentDeclined implements Exception {
  @override
  String toString() => 'PaymentDeclined: card 7';
}

class Bare implements Exception {}

class Named implements BugleNamed {
  @override
  String get bugleType => 'Named';
}

class _Nameless implements Exception {
  @override
  Type get runtimeType => throw StateError('no');
  @override
  String toString() => 'nameless';
}

class MemoryStore implements EventStore {
  int paused = 0;
  @override
  Future<List<StoredEvent>> load(void Function(int count) onLost) async => const [];
  @override
  Future<void> put(StoredEvent event) async {}
  @override
  void putNow(StoredEvent event) {}
  @override
  Future<void> remove(String id) async {}
  @override
  int pausedUntil() => paused;
  @override
  void pause(int until) => paused = until;
}

class Hostile implements Exception, BugleNamed {
  @override
  String get bugleType => throw StateError('no');
  @override
  String toString() => throw StateError('no');
}

const _aot = '''
Warning: This VM has been configured to produce stack traces that violate the Dart standard.
*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***
pid: 19226, tid: 6103134208, name io.flutter.ui
os: android arch: arm64 comp: yes sim: no
build_id: 'bca64abfdfcc84d231bb8f1ccdbfbd8d'
isolate_dso_base: 10fa20000, vm_dso_base: 10fa20000
isolate_instructions: 10fa27070, vm_instructions: 10fa21e20
    #00 abs 000000723d6346d7 virt 00000000001ed6d7 _kDartIsolateSnapshotInstructions+0x1e26d7
''';

void clientTests() {
  test('types and messages of errors', () {
    expect(_eventOf(StateError('x')), 'StateError: Bad state: x');
    expect(_eventOf(Exception('text')), 'Exception: text');
    expect(_eventOf(Exception()), 'Exception: ');
    expect(_eventOf(const FormatException('no number', 'x', 0)).toString().startsWith('FormatException: no number'), true);
    expect(_eventOf(PaymentDeclined()), 'PaymentDeclined: card 7');
    expect(_eventOf(Bare()), 'Bare: ');
    expect(_eventOf(TimeoutException('late')), 'TimeoutException: late');
    expect(_eventOf('oops'), 'NonError: oops');
    expect(_eventOf(null), 'NonError: null');
    expect(_eventOf(42), 'NonError: 42');
    expect(_eventOf({'token': 'hidden', 'a': 1}), 'NonError: {"token":"[scrubbed]","a":1}');
    expect(_eventOf((1, 2)), 'NonError: (1, 2)');
    expect(_eventOf(Hostile()), 'Hostile: [unreadable]');
    Object? typeError;
    try {
      (jsonDecode('1') as dynamic).substring(1);
    } catch (error) {
      typeError = error;
    }
    expect(_eventOf(typeError).toString().startsWith('NoSuchMethodError: '), true);
    try {
      jsonDecode('1') as String;
    } catch (error) {
      typeError = error;
    }
    expect(_eventOf(typeError).toString().startsWith("TypeError: type 'int' is not a subtype"), true);
  });

  test('types survive obfuscation, and unknown ones do not differ between builds', () {
    expect(_eventOf(RangeError.index(3, const [1]), null, true).toString().startsWith('IndexError: '), true);
    expect(_eventOf(Named(), null, true), 'Named: ');
    expect(_eventOf(PaymentDeclined(), options(types: {PaymentDeclined: 'PaymentDeclined'}), true), 'PaymentDeclined: card 7');
    final runtime = TestRuntime();
    clientOf(runtime, null, true).captureException(Bare(), stackTrace: StackTrace.current);
    expect(runtime.events.single['exception_type'], 'Exception');
    expect(runtime.events.single['message'], '');
    expect(runtime.events.single['tags'], {'type_obfuscated': true});
  });

  test('causes, circles included', () async {
    final a = DescribedCause('a'), b = DescribedCause('b');
    a.cause = b;
    b.cause = a;
    final runtime = TestRuntime();
    final described = options(
      describeError: (error) => error is DescribedCause ? BugleErrorFacts(cause: error.cause) : null,
    );
    clientOf(runtime, described).captureException(a, stackTrace: StackTrace.current);
    expect([for (final one in runtime.events.single['exceptions']! as List<Object?>) (one! as Map)['message']], ['b']);
    final (runtime2, error) = (TestRuntime(), AsyncError(StateError('inner'), StackTrace.current));
    clientOf(runtime2).captureException(error);
    expect(runtime2.events.single['exception_type'], 'StateError');
    try {
      await (Future<int>.error(StateError('one')), Future<int>.error(StateError('two'))).wait;
    } catch (error, stackTrace) {
      final runtime3 = TestRuntime();
      clientOf(runtime3).captureException(error, stackTrace: stackTrace);
      expect(
        [for (final one in runtime3.events.single['exceptions']! as List<Object?>) (one! as Map)['message']],
        ['Bad state: one', 'Bad state: two'],
      );
    }
  });

  test('an error without a stack gets that of the call, without our frames', () {
    final runtime = TestRuntime();
    clientOf(runtime).captureException('text');
    final stack = runtime.events.single['stack']! as String;
    expect(stack.startsWith('#0      clientTests'), true, stack);
  });

  test('an error object is reported once, also if it is rethrown', () async {
    final runtime = TestRuntime();
    final client = clientOf(runtime);
    final error = StateError('x');
    final id = client.captureException(error, stackTrace: StackTrace.current);
    expect(client.captureException(error, stackTrace: StackTrace.current), id);
    final stack = StackTrace.current;
    client
      ..captureException('text', stackTrace: stack)
      ..captureException('text', stackTrace: stack);
    expect(runtime.events.length, 2);
    expect(id, (Object? id) => RegExp(r'^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$').hasMatch('$id'));
  });

  test('build ids of ahead-of-time compiled stacks', () {
    final runtime = TestRuntime();
    clientOf(runtime).captureException(StateError('x'), stackTrace: StackTrace.fromString(_aot));
    final event = runtime.events.single;
    expect(event['stack'], _aot.trimRight());
    expect(event['debug_meta'], {
      'images': [
        {
          'type': 'elf',
          'build_id': 'bca64abfdfcc84d231bb8f1ccdbfbd8d',
          'image_addr': '0x10fa20000',
          'os': 'android',
          'arch': 'arm64',
        },
      ],
    });
    expect(debugMeta(['#0 main (a.dart:1:1)', null]), null);
    expect((debugMeta([_aot.replaceAll('android', 'ios')])!['images']! as List)[0]['type'], 'macho');
  });

  test('a scope follows its work over awaits and timers, beside others', () async {
    final root = BugleScope();
    Future<String> work(String name, int ms) => runInScope(BugleScope.of(currentScope(root))..setUser(name), () async {
          await Future<void>.delayed(Duration(milliseconds: ms));
          final event = <String, Object?>{};
          final later = Completer<void>();
          Timer(const Duration(milliseconds: 1), () {
            currentScope(root).applyTo(event);
            later.complete();
          });
          await later.future;
          return (event['user']! as Map)['id'] as String;
        });
    expect(await Future.wait([work('a', 3), work('b', 1)]), ['a', 'b']);
    final event = <String, Object?>{};
    currentScope(root).applyTo(event);
    expect(event.containsKey('user'), false);
  });

  test('hooks may change, drop, throw and call Bugle', () {
    final runtime = TestRuntime();
    late Client client;
    var calls = 0;
    client = clientOf(
      runtime,
      options(
        beforeSend: (event, error) {
          calls += 1;
          client.captureMessage('from the hook');
          return switch (event['message']) {
            'drop' => null,
            'throw' => throw StateError('no'),
            'spoil' => {'message': 7},
            _ => {...event, 'mine': true, 'event_id': 'other', 'repeat': 5},
          };
        },
      ),
    );
    ['keep', 'drop', 'throw', 'spoil'].forEach(client.captureMessage);
    expect([for (final event in runtime.events) event['message']], ['keep', 'throw', 'spoil']);
    expect(runtime.events.first['mine'], true);
    expect(runtime.events.first['event_id'] == 'other', false);
    expect(runtime.events.first.containsKey('repeat'), false);
    expect(calls, 4);
    expect(runtime.events[1]['client_drops'], [
      {'reason': 'before_send', 'count': 1},
    ]);
  });

  test('unreported errors are counted by reason', () async {
    final runtime = TestRuntime();
    final client = clientOf(runtime, options(ignoreErrors: ['Message: no', RegExp('never')]));
    ['no', 'never mind', 'yes'].forEach(client.captureMessage);
    expect(runtime.events.single['client_drops'], [
      {'reason': 'ignored', 'count': 2},
    ]);
    final silent = TestRuntime();
    clientOf(silent, options(sampleRate: 0)).captureMessage('x');
    expect(silent.requests.length, 0);
  });

  test('breadcrumbs: the last fifty, cleaned, and dropped by a hook', () {
    final runtime = TestRuntime();
    final client = clientOf(runtime, options(beforeBreadcrumb: (one) => one.message == 'hide' ? null : one));
    for (var i = 0; i < 60; i += 1) client.addBreadcrumb(category: 'c', message: 'm$i');
    client
      ..addBreadcrumb(category: 'c', message: 'hide')
      ..addBreadcrumb(category: 'c', message: 'https://x.io/?k=hidden', data: {'password': 'hidden'})
      ..captureMessage('x');
    final all = runtime.events.single['breadcrumbs']! as List<Object?>;
    expect(all.length, 50);
    expect((all.first! as Map)['message'], 'm11');
    expect(jsonEncode(all).contains('hidden'), false);
  });

  test('ten thousand equal errors take four requests, and count exactly', () async {
    final runtime = TestRuntime();
    final client = clientOf(runtime);
    final stack = StackTrace.fromString('#0 main (a.dart:1:1)');
    for (var i = 0; i < 10000; i += 1) {
      client.captureException(StateError('x'), stackTrace: stack, hint: BugleHint(userId: 'u${i % 2}'));
    }
    await client.flush(const Duration(seconds: 1));
    expect([for (final event in runtime.events) event['repeat'] ?? 1], [1, 1, 1, 9997]);
    expect(runtime.events.last['users'], [
      {'id': 'u1', 'count': 4999},
      {'id': 'u0', 'count': 4998},
    ]);
  });

  test('a full queue drops and counts, and holds equal errors', () async {
    final runtime = TestRuntime()..response = (_) => (status: 503, retryAfter: null);
    final client = clientOf(runtime, options(maxQueue: 3));
    for (var i = 0; i < 5; i += 1) client.captureMessage('m$i');
    await settle();
    expect(client.unsent().length, 3);
    runtime.response = (_) => (status: 202, retryAfter: null);
    // A probe for all, then the rest.
    client.retry();
    await settle();
    client.captureMessage('last');
    await settle();
    expect(runtime.events.last['client_drops'], [
      {'reason': 'queue_full', 'count': 2},
    ]);
    expect({for (final event in runtime.events) event['message']}, (Object? all) => (all! as Set).length == 4);
    expect(client.unsent().length, 0);
  });

  test('no response, 402, 429 and 5xx are retried, never before Retry-After; other refusals are counted', () async {
    for (final status in [0, 402, 429, 500, 503]) {
      final runtime = TestRuntime()
        ..response = (_) => status == 0 ? throw StateError('cut') : (status: status, retryAfter: '120');
      final client = clientOf(runtime)..captureMessage('m');
      await settle();
      expect(client.unsent().length, 1);
      final pause = runtime.timers.last.$2.inMilliseconds;
      expect(pause >= (status == 0 ? 400 : 119000), true, '$status $pause');
    }
    final runtime = TestRuntime()..response = (request) => (status: 403, retryAfter: null);
    final client = clientOf(runtime)..captureMessage('m');
    await settle();
    expect(client.unsent().length, 0);
    runtime.response = (_) => (status: 202, retryAfter: null);
    client.captureMessage('n');
    expect(runtime.events.last['client_drops'], [
      {'reason': 'refused_403', 'count': 1},
    ]);
  });

  test('404 and redirects are retried for a while, and each status is explained once', () async {
    for (final (status, advice) in [
      (404, 'no Bugle there; check endpoint'),
      (301, 'it redirects; set endpoint to where'),
      (401, 'check the token'),
      (403, 'check appId'),
    ]) {
      final lines = <String>[];
      final runtime = TestRuntime()..response = (_) => (status: status, retryAfter: null);
      final client = clientOf(runtime, null, null, lines.add)..captureMessage('m');
      await settle();
      final isKept = status == 404 || status == 301;
      expect(client.unsent().length, isKept ? 1 : 0, '$status');
      client.captureMessage('n');
      expect(await client.flush(Duration(milliseconds: isKept ? 1 : 1000)), false);
      if (!isKept) expect(await client.flush(const Duration(seconds: 1)), true);
      expect(lines, ['[bugle] http://bugle.test/ingest answered $status: $advice']);
    }
  });

  test('the Retry-After of an earlier run holds, and each attempt names its time', () async {
    final store = MemoryStore();
    final first = TestRuntime(store: store)..response = (_) => (status: 503, retryAfter: '300');
    clientOf(first).captureMessage('m');
    await settle();
    expect(first.requests.length, 1);
    final sentAt = first.events.single['sent_at']! as int;
    expect((sentAt - DateTime.now().millisecondsSinceEpoch).abs() < 60000, true);
    final next = TestRuntime(store: store);
    final client = clientOf(next)..captureMessage('n');
    await settle();
    expect((next.requests.length, client.isPaused), (0, true));
    expect(next.timers.last.$2.inMilliseconds > 250000, true);
  });

  test('an error whose type cannot be read is reported', () async {
    final runtime = TestRuntime();
    clientOf(runtime).captureException(_Nameless());
    await settle();
    expect(runtime.events.single['message'], 'nameless');
  });

  test('a 413 is retried smaller, a 400 with the essential fields', () async {
    final runtime = TestRuntime()
      ..response = (request) => (status: request.body.length > 20000 ? 413 : 202, retryAfter: null);
    clientOf(runtime).captureMessage('m', hint: BugleHint(extra: {for (var i = 0; i < 90; i += 1) 'k$i': 'x' * 500}));
    await settle();
    expect(runtime.events.last['shrunk'], ['extra']);
    final strict = TestRuntime()
      ..response = (request) => (status: request.body.contains('mine') ? 400 : 202, retryAfter: null);
    clientOf(strict, options(beforeSend: (event, _) => {...event, 'mine': 1})).captureMessage('m');
    await settle();
    expect(strict.events.last['shrunk'], ['refused']);
    expect(strict.events.last['message'], 'm');
  });

  test('Retry-After as seconds and as a date', () {
    final now = DateTime.utc(2026, 11, 23, 12);
    expect(retryAfterMs('7'), 7000);
    expect(retryAfterMs('Mon, 23 Nov 2026 12:00:30 GMT', now: now), 30000);
    expect(retryAfterMs('1e9'), 3600000);
    for (final none in [null, '', 'soon', '-5', 'NaN', 'Infinity']) expect(retryAfterMs(none), 0, '$none');
  });

  test('events that are too large lose parts in order', () {
    final event = <String, Object?>{
      'event_id': 'i',
      'exception_type': 'T',
      'message': 'm',
      'stack': null,
      'app_id': 'a',
      'platform': 'linux',
    };
    List<Object?> shrunk(Map<String, Object?> more) {
      final body = toBody({...event, ...more});
      expect(byteLength(body) <= maxBytes, true);
      return (jsonDecode(body) as Map<String, Object?>)['shrunk'] as List<Object?>? ?? const [];
    }

    final crumbs = [for (var i = 0; i < 50; i += 1) {'category': 'c', 'message': '…' * 8000, 'ts': i}];
    expect(shrunk({'extra': {'a': 'x' * 900000}}), <Object?>[]);
    expect(shrunk({'screenshot': 'x' * 900000, 'extra': {'a': 'x' * 900000}}), ['screenshot']);
    expect(shrunk({'extra': {'a': 'x' * 2000000}}), ['extra']);
    expect(shrunk({'breadcrumbs': crumbs}), ['breadcrumbs']);
    expect(shrunk({'contexts': {'a': [for (var i = 0; i < 200; i += 1) 'x' * 7000]}}), ['contexts']);
    expect(shrunk({'stack': 'x' * 2000000}), ['texts']);
    expect(byteLength('aé…😀'), utf8.encode('aé…😀').length);
  });

  test('the home directory is hidden, words that contain it are not', () {
    hideHome('/home/ann');
    expect(cleanText("Cannot open '/home/ann/x', /home/annabel, https://x.io/home/ann"), "Cannot open '~/x', /home/annabel, https://x.io/home/ann");
    hideHome(null);
  });

  test('hostile values are copied in bounded time', () {
    final circle = <String, Object?>{};
    circle['self'] = circle;
    final endless = Iterable<int>.generate(1 << 40);
    final runtime = TestRuntime();
    clientOf(runtime).captureMessage('m', hint: BugleHint(extra: {
      'circle': circle,
      'endless': endless,
      'nan': double.nan,
      'at': DateTime.utc(2026),
      'json': Jsonable(),
      'hostile': Hostile(),
      'function': () => 1,
      'level': BugleLevel.info,
      'deep': [[[[[[[[[[1]]]]]]]]]],
    }));
    final extra = runtime.events.single['extra']! as Map<String, Object?>;
    expect(extra['circle'], {'self': '[circular]'});
    expect((extra['endless']! as List).length, 100);
    expect(extra['json'], {'id': 7, 'password': '[scrubbed]'});
    expect(extra['at'], '2026-01-01T00:00:00.000Z');
    expect(extra['nan'], 'NaN');
    expect(extra['hostile'], '[unreadable]');
    expect(extra['level'], 'info');
  });

  test('long words are cleaned in bounded time', () {
    for (final text in ['@' * 65536, 'a://' * 16000, 'Bearer ' * 9000]) cleanText(text, 65536);
  });
}

class Jsonable {
  Map<String, Object?> toJson() => {'id': 7, 'password': 'hidden'};
}

class DescribedCause implements Exception {
  DescribedCause(this.message);

  final String message;
  Object? cause;

  @override
  String toString() => message;
}
