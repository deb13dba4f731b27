import 'dart:convert';
import 'dart:io';

import 'package:bugle/bugle.dart';

import 'support.dart';

/// An error of a given type, with causes and fields.
class DescribedError implements Exception, BugleNamed {
  DescribedError(this.bugleType, this.message, this.cause, this.fields);

  factory DescribedError.of(Map<String, Object?> given) {
    final causes = [...given['causes'] as List<Object?>? ?? const []];
    Object? cause;
    for (final one in causes.reversed) {
      final part = one! as Map<String, Object?>;
      cause = DescribedError(part['type']! as String, part['message']! as String, cause, const {});
    }
    return DescribedError(
      given['type']! as String,
      given['message']! as String,
      cause,
      given['fields'] as Map<String, Object?>? ?? const {},
    );
  }

  @override
  final String bugleType;
  final String message;
  final Object? cause;
  final Map<String, Object?> fields;
  final StackTrace stackTrace = StackTrace.current;

  @override
  String toString() => message;
}

/// Creates each situation of conformance/events and writes the events sent, a list for each, to a file.
Future<void> writeSituations(String input, String output) async {
  final cases = jsonDecode(File(input).readAsStringSync()) as List<Object?>;
  final sent = <List<Object?>>[];
  for (final one in cases) {
    sent.add(await _eventsOf((one! as Map<String, Object?>)['situation']! as Map<String, Object?>));
  }
  File(output).writeAsStringSync(jsonEncode(sent));
}

Future<List<Object?>> _eventsOf(Map<String, Object?> situation) async {
  Map<String, Object?> part(Map<String, Object?>? of, String name) => of?[name] as Map<String, Object?>? ?? const {};
  final given = part(situation, 'options');
  final runtime = TestRuntime();
  final client = clientOf(
    runtime,
    BugleOptions(
      token: 'bgl_live_x',
      endpoint: 'http://bugle.test',
      appId: 'com.example.shop',
      release: given['release'] as String?,
      dist: given['dist'] as String?,
      environment: given['environment'] as String?,
      tags: part(given, 'tags'),
      describeError: (error) => error is DescribedError
          ? BugleErrorFacts(
              cause: error.cause,
              causeStackTrace: error.cause == null ? null : StackTrace.current,
              fields: error.fields,
            )
          : null,
    ),
  );
  final scope = part(situation, 'scope');
  client.root
    ..setUser(part(scope, 'user')['id'])
    ..setTags(part(scope, 'tags'))
    ..setLevel(scope['level'] == null ? null : BugleLevel.values.byName(scope['level']! as String))
    ..setFingerprint([for (final one in scope['fingerprint'] as List<Object?>? ?? const []) '$one']);
  part(scope, 'contexts').forEach(client.root.setContext);
  part(scope, 'extra').forEach(client.root.setExtra);
  for (final one in situation['breadcrumbs'] as List<Object?>? ?? const []) {
    final breadcrumb = one! as Map<String, Object?>;
    client.addBreadcrumb(
      category: breadcrumb['category']! as String,
      message: breadcrumb['message']! as String,
      ts: breadcrumb['ts'] as int?,
      data: breadcrumb['data'] as Map<String, Object?>?,
    );
  }
  for (var i = 0; i < (situation['times'] as int? ?? 1); i += 1) {
    if (situation['text'] case final String text) {
      final level = situation['level'] as String?;
      client.captureMessage(text, level: level == null ? BugleLevel.info : BugleLevel.values.byName(level));
      continue;
    }
    final mechanism = part(situation, 'mechanism');
    final bytes = situation['screenshot_bytes'] as int?;
    final error = situation['error'] as Map<String, Object?>?;
    client.captureException(
      error == null ? situation['thrown'] : DescribedError.of(error),
      stackTrace: StackTrace.current,
      hint: BugleHint(
        mechanism: mechanism.isEmpty
            ? null
            : BugleMechanism(mechanism['type']! as String, handled: mechanism['handled']! as bool),
        screenshot: bytes == null ? null : 'x' * bytes,
      ),
    );
  }
  await client.flush(const Duration(seconds: 5));
  return runtime.events;
}
