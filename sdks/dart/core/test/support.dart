import 'dart:async';
import 'dart:convert';

import 'package:bugle/bugle.dart';
import 'package:bugle/src/client.dart';
import 'package:bugle/src/runtime.dart';
import 'package:bugle/src/store.dart';
import 'package:bugle/src/transport.dart';

/// A network, timers and a store that a test controls.
final class TestRuntime extends Runtime implements Transport {
  TestRuntime({this.store});

  @override
  final EventStore? store;
  final List<IngestRequest> requests = [];
  final List<(void Function(), Duration)> timers = [];

  /// The network's response to each request; a thrown error means no response.
  FutureOr<IngestResponse> Function(IngestRequest request) response = (_) => (status: 202, retryAfter: null);

  @override
  String get platform => 'linux';
  @override
  Transport get transport => this;
  @override
  SetTimer get setTimer => (run, delay) {
        final timer = (run, delay);
        timers.add(timer);
        return () => timers.remove(timer);
      };
  @override
  Map<String, Object?> contexts() => {
        'os': {'name': 'Test'},
      };
  @override
  Future<IngestResponse> send(IngestRequest request) async {
    requests.add(request);
    return response(request);
  }

  @override
  void rest() {}

  /// Every event sent so far, as on the wire, in creation order.
  List<Map<String, Object?>> get events => [
        for (final request in requests)
          if (request.url.endsWith('/ingest')) jsonDecode(request.body) as Map<String, Object?>,
      ];

  /// Runs every pending timer now.
  void runTimers() {
    final due = [...timers];
    timers.clear();
    for (final (run, _) in due) run();
  }
}

/// Returns options that suffice for a test.
BugleOptions options({
  BugleEvent? Function(BugleEvent event, Object? error)? beforeSend,
  BugleBreadcrumb? Function(BugleBreadcrumb breadcrumb)? beforeBreadcrumb,
  BugleErrorFacts? Function(Object error)? describeError,
  List<Pattern> ignoreErrors = const [],
  Map<Type, String> types = const {},
  double sampleRate = 1,
  int maxQueue = 100,
  RegExp? scrubKeys,
}) =>
    BugleOptions(
      token: 'bgl_live_x',
      endpoint: 'http://bugle.test',
      appId: 'com.example.shop',
      beforeSend: beforeSend,
      beforeBreadcrumb: beforeBreadcrumb,
      describeError: describeError,
      ignoreErrors: ignoreErrors,
      types: types,
      sampleRate: sampleRate,
      maxQueue: maxQueue,
      scrubKeys: scrubKeys,
    );

Client clientOf(
  TestRuntime runtime, [
  BugleOptions? given,
  bool? isObfuscated,
  void Function(String line)? warn,
]) =>
    Client(
      given ?? options(),
      runtime,
      sdkName: 'bugle.test',
      sdkVersion: '0',
      isObfuscated: isObfuscated,
      // By default nowhere: tests refuse on purpose.
      warn: warn ?? (_) {},
    );

/// Lets the client's asynchronous work settle.
Future<void> settle() async {
  for (var i = 0; i < 5; i += 1) await Future<void>.delayed(Duration.zero);
}
