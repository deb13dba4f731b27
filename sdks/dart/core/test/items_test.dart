import 'dart:async';
import 'dart:convert';
import 'dart:io';

import 'package:bugle/bugle.dart';
import 'package:bugle/src/client.dart';
import 'package:bugle/src/io/directory_store.dart';
import 'package:bugle/src/store.dart';
import 'package:bugle/src/transport.dart';

import '../../tool/test.dart';
import 'support.dart';

const _mechanism = BugleMechanism('onerror', handled: false);

/// Sessions, check-ins, feedback and files; the situations are those that all SDKs share.
void itemTests(String conformance) {
  final cases = jsonDecode(File('$conformance/items/situations.json').readAsStringSync()) as List<Object?>;
  for (final one in cases) {
    final {'name': name, 'situation': situation as Map<String, Object?>} = one! as Map<String, Object?>;
    // Those of servers, which count requests.
    if (situation.containsKey('requests_of_server')) continue;
    test('$name is sent as every SDK sends it', () => _check(situation, one as Map<String, Object?>));
  }

  test('a job returns what it returns and throws what it throws, also while the server is away', () async {
    final runtime = TestRuntime()..response = (_) => throw const SocketException('gone');
    final client = clientOf(runtime);
    expect(await client.withMonitor('job', () => 7, const {}), 7);
    Object? caught;
    try {
      await client.withMonitor<void>('job', () async => throw StateError('as it was'), const {});
    } catch (error) {
      caught = error;
    }
    expect('$caught', 'Bad state: as it was');
    await settle();
    // Four attempts, and none later.
    expect(runtime.requests.length, 4);
    runtime.runTimers();
    await settle();
    expect(runtime.requests.length, 4);
  });

  test('an end is not sent before its start was answered', () async {
    final started = Completer<void>();
    final runtime = TestRuntime();
    runtime.response = (_) async {
      if (runtime.requests.length == 1) await started.future;
      return (status: 202, retryAfter: null);
    };
    await clientOf(runtime).withMonitor('job', () {}, const {});
    await settle();
    expect(runtime.requests.length, 1);
    started.complete();
    await settle();
    expect([for (final one in runtime.requests) (jsonDecode(one.body) as Map)['status']], ['in_progress', 'ok']);
  });

  test('flush waits for the end of a job', () async {
    final runtime = TestRuntime()
      ..response = (_) => Future.delayed(const Duration(milliseconds: 20), () => (status: 202, retryAfter: null));
    final client = clientOf(runtime);
    await client.withMonitor('job', () {}, const {});
    var answered = 0;
    runtime.response = (_) => Future.delayed(const Duration(milliseconds: 20), () {
          answered += 1;
          return (status: 202, retryAfter: null);
        });
    await client.flush(const Duration(seconds: 10));
    expect(answered, 1);
  });

  test('files wait for their event, and outlive the program with it', () async {
    final directory = Directory.systemTemp.createTempSync('bugle-items-');
    try {
      final away = TestRuntime(store: DirectoryStore(directory.path))
        ..response = (_) => (status: 503, retryAfter: null);
      final first = clientOf(away);
      final id = first.captureException(
        StateError('x'),
        hint: const BugleHint(attachments: [BugleAttachment('a', [255, 0])]),
      );
      first.captureFeedback('It broke');
      await first.flush(const Duration(milliseconds: 200));
      expect([for (final one in away.requests) one.bytes].every((bytes) => bytes == null), true);
      await first.close(Duration.zero);
      final names = [for (final file in directory.listSync()) file.uri.pathSegments.last];
      expect(names.where((name) => name.contains('.attachments.')).length, 1, '$names');
      for (final file in directory.listSync().whereType<File>()) {
        // The process has ended.
        file.renameSync(file.path.replaceFirst(RegExp(r'\.\d+-\d+\.json$'), '.1-1.json'));
      }
      final back = TestRuntime(store: DirectoryStore(directory.path));
      await clientOf(back).flush(const Duration(seconds: 5));
      expect(back.events.single['event_id'], id);
      final file = back.requests.singleWhere((one) => one.bytes != null);
      expect([...file.bytes!], [255, 0]);
      expect(Uri.parse(file.url).queryParameters['event_id'], id);
      expect(back.requests.indexWhere((one) => one.url.endsWith('/ingest')) < back.requests.indexOf(file), true);
      expect(back.requests.where((one) => one.url.endsWith('/feedback')).length, 1);
    } finally {
      try {
        directory.deleteSync(recursive: true);
      } on PathNotFoundException {
        // The client was removing a file of its own.
        directory.deleteSync(recursive: true);
      }
    }
  });

  test('an item that is refused is dropped, and the others are sent', () async {
    final runtime = TestRuntime();
    runtime.response = (request) => (status: request.bytes == null ? 202 : 400, retryAfter: null);
    final client = clientOf(runtime);
    client.captureException(StateError('x'), hint: BugleHint(attachments: [BugleAttachment.text('a', 'x')]));
    client.captureFeedback('It broke');
    expect(await client.flush(const Duration(seconds: 5)), false);
    expect([for (final one in runtime.requests) Uri.parse(one.url).path]..sort(), [
      '/ingest',
      '/ingest/attachments',
      '/ingest/feedback',
    ]);
  });

  for (final status in const [402, 429, 503]) {
    test('items that the server refuses for a while ($status) hold back no error, here nor in the next run', () async {
      final directory = Directory.systemTemp.createTempSync('bugle-items-');
      final runtime = TestRuntime(store: DirectoryStore(directory.path));
      runtime.response = (request) => request.url.endsWith('/ingest')
          ? (status: 202, retryAfter: null)
          : (status: status, retryAfter: '60');
      final client = clientOf(runtime)..captureFeedback('It broke');
      await settle();
      client.captureException(StateError('x'));
      await settle();
      expect(runtime.events.length, 1);
      expect(runtime.requests.length, 2);
      expect(DirectoryStore(directory.path).pausedUntil(), 0);
      await client.close(Duration.zero);
      directory.deleteSync(recursive: true);
    });
  }

  test('items take no room of errors, however many wait', () async {
    final answered = Completer<IngestResponse>();
    final runtime = TestRuntime()..response = (_) => answered.future;
    final client = clientOf(runtime);
    for (var i = 0; i < 120; i += 1) client.captureFeedback('It broke');
    for (var i = 0; i < 60; i += 1) client.captureException(StateError('error $i'), stackTrace: StackTrace.current);
    answered.complete((status: 202, retryAfter: null));
    await client.flush(const Duration(seconds: 5));
    client.captureException(StateError('last'));
    await client.flush(const Duration(seconds: 5));
    expect({for (final event in runtime.events) event['message']}.length, 61);
    expect(runtime.events.last['client_drops'], null);
  });

  test('files of folded and of dropped errors are not sent', () async {
    final runtime = TestRuntime();
    final client = clientOf(runtime, options(ignoreErrors: ['ignored']));
    final hint = BugleHint(attachments: [BugleAttachment.text('a', 'x')]);
    for (var i = 0; i < 20; i += 1) {
      client.captureException('again', stackTrace: StackTrace.fromString('#0 main (a.dart:1)'), hint: hint);
    }
    client.captureException('ignored', stackTrace: StackTrace.current, hint: hint);
    await client.flush(const Duration(seconds: 5));
    final sent = {for (final event in runtime.events) event['event_id']};
    final about = [
      for (final one in runtime.requests)
        if (one.bytes != null) Uri.parse(one.url).queryParameters['event_id'],
    ];
    expect(about.every(sent.contains), true);
    expect(about.length, sent.length);
  });

  test('a session counts its worst and its user, and a use of the app after a while is another one', () async {
    final runtime = TestRuntime();
    final client = _withRelease(runtime);
    client
      ..captureException(StateError('a'))
      ..captureException(StateError('b'), hint: const BugleHint(mechanism: _mechanism, level: BugleLevel.error))
      ..captureException(StateError('c'));
    client.root.setUser('anon-1');
    client
      ..noteUser()
      ..noteUser()
      ..beginSession();
    await client.flush(const Duration(seconds: 5));
    final sessions = _sessionsOf(runtime);
    expect([for (final one in sessions) one['status']], ['ok', 'errored', 'unhandled', 'unhandled', 'ok']);
    expect([for (final one in sessions) one['user_id']], [null, null, null, 'anon-1', 'anon-1']);
    expect({for (final one in sessions) one['id']}.length, 2);
  });

  test('a crash is stored as one before the program ends', () async {
    final store = _Kept();
    final client = _withRelease(TestRuntime(store: store)..response = (_) => Completer<IngestResponse>().future);
    client.captureException(StateError('x'), hint: const BugleHint(mechanism: _mechanism, level: BugleLevel.fatal));
    final kept = [for (final body in store.now) jsonDecode(body) as Map<String, Object?>];
    expect([for (final one in kept) (one['sessions'] as List?)?.first], [
      null,
      (Object? one) => (one! as Map)['status'] == 'crashed',
    ]);
  });
}

/// Keeps what must be on disk before a program ends.
final class _Kept implements EventStore {
  final List<String> now = [];
  @override
  Future<List<StoredEvent>> load(void Function(int count) onLost) async => const [];
  @override
  Future<void> put(StoredEvent event) async {}
  @override
  void putNow(StoredEvent event) => now.add(event.body);
  @override
  Future<void> remove(String id) async {}
  @override
  int pausedUntil() => 0;
  @override
  void pause(int until) {}
}

Client _withRelease(TestRuntime runtime) => clientOf(
      runtime,
      const BugleOptions(
        token: 'bgl_live_x',
        endpoint: 'http://bugle.test',
        appId: 'com.example.shop',
        release: 'shop@4.2.0',
        sessions: true,
      ),
    );

List<Map<String, Object?>> _sessionsOf(TestRuntime runtime) => [
      for (final one in runtime.requests)
        if (one.url.endsWith('/sessions'))
          ...((jsonDecode(one.body) as Map)['sessions'] as List).cast<Map<String, Object?>>(),
    ];

Future<void> _check(Map<String, Object?> situation, Map<String, Object?> described) async {
  final runtime = TestRuntime();
  final given = situation['options'] as Map<String, Object?>? ?? const {};
  final client = clientOf(
    runtime,
    BugleOptions(
      token: 'bgl_live_x',
      endpoint: 'http://bugle.test',
      appId: 'com.example.shop',
      release: given['release'] as String?,
      environment: given['environment'] as String?,
      // Off by default where the program is no app.
      sessions: given['sessions'] as bool? ?? situation.containsKey('run'),
    ),
  );
  await _act(client, situation);
  await client.flush(const Duration(seconds: 5));
  await settle();
  var sent = [for (final one in runtime.requests) if (!one.url.endsWith('/ingest')) one];
  // The last request about a run counts.
  if (situation.containsKey('run') && sent.isNotEmpty) sent = [sent.last];
  final expected = (described['requests']! as List).cast<Map<String, Object?>>();
  expect([for (final one in sent) Uri.parse(one.url).path], [for (final one in expected) '/ingest${one['path']}']);
  final ids = <String, Object?>{};
  for (final (at, one) in expected.indexed) {
    final body = sent[at].bytes == null ? jsonDecode(sent[at].body) as Object? : utf8.decode(sent[at].bytes!);
    _hold(body, one['body'], runtime, ids);
    _hold(Uri.parse(sent[at].url).queryParameters, one['query'] ?? const <String, Object?>{}, runtime, ids);
    for (final field in one['absent'] as List? ?? const []) expect((body! as Map).containsKey(field), false, '$field');
  }
  final all = [for (final one in runtime.requests) '${one.url} ${one.body}'].join();
  for (final word in described['hidden'] as List? ?? const []) expect(all.contains(word as String), false, word);
}

Future<void> _act(Client client, Map<String, Object?> situation) async {
  if (situation['feedback'] case {'message': final String message, 'details': final Map<String, Object?> details}) {
    if ((situation['feedback']! as Map)['after_error'] == true) client.captureException(StateError('x'));
    client.captureFeedback(
      message,
      name: details['name'] as String?,
      email: details['email'] as String?,
      url: details['url'] as String?,
      screenshot: details['screenshot'] as String?,
    );
  } else if (situation['monitor'] case {'slug': final String slug, 'throws': final bool isFailing}) {
    final schedule = (situation['monitor']! as Map)['schedule'];
    final settings = switch (schedule) {
      final String text => {'schedule': text},
      final Map<String, Object?> all => {
          'schedule': all['schedule'],
          'timezone': all['timezone'],
          'margin_minutes': all['marginMinutes'],
          'max_runtime_minutes': all['maxRuntimeMinutes'],
          'failure_threshold': all['failureThreshold'],
          'recovery_threshold': all['recoveryThreshold'],
        },
      _ => const <String, Object?>{},
    };
    var hasFailed = false;
    try {
      await client.withMonitor<void>(slug, () => isFailing ? throw StateError('x') : null, settings);
    } on StateError {
      hasFailed = true;
    }
    expect(hasFailed, isFailing);
    await settle();
  } else if (situation['attachments'] case final List<Object?> files) {
    for (final one in situation['scope']! as List) client.root.addAttachment(_fileOf(one as Map<String, Object?>));
    client.captureException(
      StateError('x'),
      hint: BugleHint(attachments: [for (final one in files) _fileOf(one! as Map<String, Object?>)]),
    );
  } else {
    for (final what in situation['run']! as List) {
      switch (what) {
        case 'message':
          client.captureMessage('noted', level: BugleLevel.warning);
        default:
          client.captureException(StateError('x'));
      }
    }
  }
}

BugleAttachment _fileOf(Map<String, Object?> given) => BugleAttachment(
      given['name']! as String,
      utf8.encode(given['data']! as String),
      type: given['type'] as String? ?? 'application/octet-stream',
    );

final _uuid = RegExp(r'^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$');

/// Holds a value to what is expected of it.
void _hold(Object? sent, Object? expected, TestRuntime runtime, Map<String, Object?> ids, [String path = '']) {
  switch (expected) {
    case Map<String, Object?>():
      for (final MapEntry(:key, :value) in expected.entries) {
        _hold((sent! as Map)[key], value, runtime, ids, '$path.$key');
      }
    case List<Object?>():
      expect((sent! as List).length, expected.length, path);
      for (final (at, value) in expected.indexed) _hold((sent as List)[at], value, runtime, ids, '$path.$at');
    case '<uuid>':
      expect(_uuid.hasMatch('$sent'), true, '$path is $sent');
      ids[path] = sent;
    case '<same>':
      expect(sent, ids[path], path);
    case '<event>':
      expect(sent, runtime.events.first['event_id'], path);
    case '<number>':
      expect(sent is int, true, path);
    case '<time>':
      expect(DateTime.tryParse('$sent') != null, true, path);
    case '<ok>':
      expect(sent == 'ok' || sent == 'exited', true, path);
    default:
      expect(sent, expected, path);
  }
}
