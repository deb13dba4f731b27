import 'dart:async';

import 'package:bugle/bugle.dart';
import 'package:bugle/integrations.dart';
import 'package:flutter/foundation.dart';
import 'package:flutter/widgets.dart';

import 'error_types.dart';
import 'screenshots.dart';
import 'taps.dart';

/// An app that comes back within this time goes on with its session.
const _sameUse = Duration(minutes: 1);

/// Most time for the facts about the device.
const _deviceTimeout = Duration(seconds: 5);

/// Starts Bugle in a Flutter app. Everything else is the API of `Bugle`.
abstract final class BugleFlutter {
  /// Reports the errors of the framework and those that nobody catches. Handlers that were there before are called as
  /// before, and the app continues as it would without Bugle. Call it first in `main`; it needs no zone.
  ///
  /// [device] returns facts that plugins know, by context: `{'device': {'model': …}, 'app': {'version': …}}`.
  /// [screenshots] adds a picture of the app to errors that it survives, if a [BugleScreen] is around it.
  /// [taps] records taps as breadcrumbs, by the key of the widget.
  ///
  /// ```dart
  /// void main() {
  ///   BugleFlutter.init(
  ///     const BugleOptions(token: 'bgl_live_…', endpoint: 'https://bugle.example.com', appId: 'com.example.shop'),
  ///   );
  ///   runApp(const BugleScreen(child: ShopApp()));
  /// }
  /// ```
  static void init(
    BugleOptions options, {
    Future<Map<String, Map<String, Object?>>> Function()? device,
    bool screenshots = false,
    bool taps = false,
  }) {
    final client = Bugle.start(
      options,
      sdkName: 'bugle.flutter',
      isApp: true,
      createRuntime: (options) => FlutterRuntime(createRuntime(options, isApp: true)),
    );
    client?.guard(() => _install(client, device, screenshots: screenshots, taps: taps));
  }

  static void _install(
    Client client,
    Future<Map<String, Map<String, Object?>>> Function()? device, {
    required bool screenshots,
    required bool taps,
  }) {
    final binding = WidgetsFlutterBinding.ensureInitialized();
    final without = client.options.without;
    if (!without.contains('flutter')) _chainFlutterErrors(client);
    if (!without.contains('platform')) _chainPlatformErrors(client, binding);
    if (!without.contains('lifecycle')) {
      final observer = _LifecycleObserver(client);
      binding.addObserver(observer);
      client.onClose(() => binding.removeObserver(observer));
    }
    if (taps) Taps(client).install();
    if (screenshots) client.attach = Screenshots(client).attach;
    if (device != null) unawaited(_addDevice(client, device));
  }
}

Future<void> _addDevice(Client client, Future<Map<String, Map<String, Object?>>> Function() device) async {
  try {
    final facts = await device().timeout(_deviceTimeout);
    final runtime = client.runtime;
    if (runtime is FlutterRuntime) runtime.facts = facts;
  } catch (failure) {
    client.debug(failure);
  }
}

/// Errors that the framework catches while building, laying out, painting and handling input.
void _chainFlutterErrors(Client client) {
  final former = FlutterError.onError;
  void ours(FlutterErrorDetails details) {
    client.guard(() => _report(client, details));
    former?.call(details);
  }

  FlutterError.onError = ours;
  client.onClose(() {
    // If someone has wrapped ours meanwhile, it stays and passes every call through.
    if (FlutterError.onError == ours) FlutterError.onError = former;
  });
}

void _report(Client client, FlutterErrorDetails details) {
  final context = details.context?.toDescription();
  if (details.silent) {
    client.addBreadcrumb(category: 'flutter', message: toText(details.exception, 500));
    return;
  }
  final information = _informationOf(details);
  client.captureException(
    details.exception,
    stackTrace: details.stack ?? StackTrace.current,
    hint: BugleHint(
      level: BugleLevel.error,
      mechanism: const BugleMechanism('flutter_error', handled: false),
      contexts: {
        'flutter_error': {
          if (details.library != null) 'library': details.library,
          if (context != null) 'context': cleanText(context, 500),
          if (information != null) 'information': cleanText(information, 2000),
        },
      },
    ),
  );
}

/// Returns the framework's notes about an error, in debug builds only: collecting them can take long.
String? _informationOf(FlutterErrorDetails details) {
  String? information;
  assert(() {
    try {
      information = details.informationCollector?.call().map((node) => node.toDescription()).join('\n');
    } catch (_) {
      // The error itself matters more.
    }
    return true;
  }(), 'always true');
  return information;
}

/// Errors that nobody catches: in the root isolate, of futures, timers and platform messages.
void _chainPlatformErrors(Client client, WidgetsBinding binding) {
  final dispatcher = binding.platformDispatcher;
  final former = dispatcher.onError;
  bool ours(Object error, StackTrace stackTrace) {
    // The engine prints what nobody handles, as before.
    final isHandled = former?.call(error, stackTrace) ?? false;
    client.guard(
      () => client.captureException(
        error,
        stackTrace: stackTrace,
        hint: BugleHint(
          level: BugleLevel.fatal,
          mechanism: BugleMechanism('platform_dispatcher', handled: isHandled),
        ),
      ),
    );
    return isHandled;
  }

  dispatcher.onError = ours;
  client.onClose(() {
    if (dispatcher.onError == ours) dispatcher.onError = former;
  });
}

final class _LifecycleObserver with WidgetsBindingObserver {
  _LifecycleObserver(this._client);

  final Client _client;
  final Stopwatch _away = Stopwatch();

  @override
  void didChangeAppLifecycleState(AppLifecycleState state) {
    _client
      ..addBreadcrumb(category: 'app.lifecycle', message: state.name)
      ..guard(() {
        switch (state) {
          case AppLifecycleState.resumed:
            _client.retry();
            if (_away.elapsed > _sameUse) _client.beginSession();
            _away
              ..stop()
              ..reset();
          // The system may end the app from here on.
          case AppLifecycleState.paused || AppLifecycleState.detached:
            _client.storeHeld();
            _away.start();
          case AppLifecycleState.inactive || AppLifecycleState.hidden:
        }
      });
  }

  @override
  void didHaveMemoryPressure() => _client.addBreadcrumb(category: 'app.memory', message: 'memory is low');
}

/// The platform below, with what Flutter and the app know.
final class FlutterRuntime extends Runtime {
  FlutterRuntime(this._inner);

  final Runtime _inner;

  /// Facts about the device, by context.
  Map<String, Map<String, Object?>> facts = const {};

  @override
  String get platform => _inner.platform;
  @override
  Transport get transport => _inner.transport;
  @override
  EventStore? get store => _inner.store;
  @override
  SetTimer get setTimer => _inner.setTimer;
  @override
  void close() => _inner.close();
  @override
  List<(bool Function(Object), String)> get errorTypes => [...flutterErrorTypes, ..._inner.errorTypes];
  @override
  Map<String, Object?>? errorFields(Object error) => flutterErrorFields(error) ?? _inner.errorFields(error);

  @override
  Map<String, Object?> contexts() {
    final known = {
      ..._inner.contexts(),
      'flutter': {'build_mode': kDebugMode ? 'debug' : (kProfileMode ? 'profile' : 'release')},
    };
    return {
      ...known,
      for (final MapEntry(:key, :value) in facts.entries) key: {...?known[key] as Map<String, Object?>?, ...value},
    };
  }
}
