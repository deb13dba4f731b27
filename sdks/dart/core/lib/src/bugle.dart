import 'dart:async';

import 'client.dart';
import 'event.dart';
import 'options.dart';
import 'runtime.dart';
import 'scope.dart';
import 'platform.dart' as platform;
import 'version.dart';

/// Reports a program's errors to a Bugle server. None of its methods ever throws.
///
/// ```dart
/// void main() => Bugle.runGuarded(
///       () async => serve(),
///       options: const BugleOptions(token: 'bgl_live_…', endpoint: 'https://bugle.example.com', appId: 'com.example.shop'),
///     );
/// ```
abstract final class Bugle {
  static Client? _client;

  /// The running client, for integrations; null before `init` and while Bugle is off.
  static Client? get client => _client;

  /// Starts Bugle and closes a former client. Uncaught errors of this isolate are reported, and the program ends as it
  /// would without Bugle. With unusable options Bugle stays off and says so once.
  static void init(BugleOptions options) =>
      start(options, sdkName: 'bugle.dart', createRuntime: (options) => platform.createRuntime(options, isApp: false));

  /// Creates the client, for packages on top of this one. Returns null if Bugle stays off.
  static Client? start(
    BugleOptions given, {
    required String sdkName,
    bool isApp = false,
    required Runtime Function(BugleOptions options) createRuntime,
  }) {
    try {
      final former = _client;
      _client = null;
      if (former != null) unawaited(former.close(const Duration(seconds: 2)));
      if (!given.enabled) return null;
      final missing = [
        if (given.token.isEmpty) 'token',
        if (given.endpoint.isEmpty) 'endpoint',
        if (given.appId.isEmpty) 'appId',
      ];
      if (missing.isNotEmpty) {
        Zone.root.print('[bugle] off: init needs ${missing.join(', ')}');
        return null;
      }
      final uri = Uri.parse(given.endpoint);
      if (!(uri.isScheme('http') || uri.isScheme('https')) || uri.host.isEmpty) {
        throw FormatException('no URL: ${given.endpoint}');
      }
      final options = platform.withDetected(given);
      final client = Client(options, createRuntime(options), sdkName: sdkName, sdkVersion: version,
          isApp: isApp);
      _client = client;
      client.guard(() => platform.installHooks(client));
    } catch (failure) {
      Zone.root.print('[bugle] off: $failure');
    }
    return _client;
  }

  /// Runs a program's work, reports every error that nobody catches, and ends the program as it would end without Bugle.
  /// Output of `print` becomes breadcrumbs. When the work is done, waiting events are sent for at most
  /// [BugleOptions.exitTimeout].
  ///
  /// In Flutter, use `BugleFlutter.init` instead: a zone around `runApp` is not needed.
  static void runGuarded(FutureOr<void> Function() work, {required BugleOptions options}) {
    init(options);
    final client = _client;
    if (client == null) {
      work();
      return;
    }
    final outer = Zone.current;
    runZonedGuarded(
      () async {
        await work();
        await client.flush(options.exitTimeout);
      },
      (error, stackTrace) {
        client.captureException(
          error,
          stackTrace: stackTrace,
          hint: const BugleHint(
            mechanism: BugleMechanism('runZonedGuarded', handled: false),
            level: BugleLevel.fatal,
          ),
        );
        // A zone of the host around ours decides, as it would without us.
        if (outer == Zone.root) platform.end(client, error, stackTrace);
        outer.handleUncaughtError(error, stackTrace);
      },
      zoneSpecification: options.without.contains('print')
          ? null
          : ZoneSpecification(
              print: (self, parent, zone, line) {
                client.addBreadcrumb(category: 'console', message: line);
                parent.print(zone, line);
              },
            ),
    );
  }

  /// Reports an error with its causes. Accepts any value, since any value can be thrown. Returns the event's id; null
  /// when it is not sent.
  ///
  /// ```dart
  /// try {
  ///   await pay(order);
  /// } catch (error, stackTrace) {
  ///   Bugle.captureException(error, stackTrace: stackTrace, hint: BugleHint(tags: {'step': 'payment'}));
  /// }
  /// ```
  static String? captureException(Object? error, {StackTrace? stackTrace, BugleHint? hint}) =>
      _client?.guard<String?>(() => _client?.captureException(error, stackTrace: stackTrace, hint: hint));

  /// Reports a problem for which nothing was thrown.
  static String? captureMessage(String message, {BugleLevel level = BugleLevel.info, BugleHint? hint}) =>
      _client?.guard<String?>(() => _client?.captureMessage(message, level: level, hint: hint));

  /// Reports what a person says, in a form of the program: about an event, by default the last one. A [screenshot] is a
  /// JPEG in base64, kept with that event. Returns the id of the feedback; null when it is not sent.
  ///
  /// ```dart
  /// Bugle.captureFeedback(form.text, email: form.email);
  /// ```
  static String? captureFeedback(
    String message, {
    String? name,
    String? email,
    String? url,
    String? eventId,
    String? screenshot,
  }) =>
      _client?.captureFeedback(
        message,
        name: name,
        email: email,
        url: url,
        eventId: eventId,
        screenshot: screenshot,
      );

  /// Runs a scheduled job, and tells its monitor when it begins and how it ends. Its result is returned, and its error
  /// thrown on. A [schedule], a crontab or `every 5 minutes`, makes the monitor or changes it.
  ///
  /// ```dart
  /// Timer.periodic(const Duration(minutes: 10), (_) => Bugle.withMonitor('import', import, schedule: 'every 10 minutes'));
  /// ```
  static Future<T> withMonitor<T>(
    String monitor,
    FutureOr<T> Function() job, {
    String? schedule,
    String? timezone,
    int? marginMinutes,
    int? maxRuntimeMinutes,
    int? failureThreshold,
    int? recoveryThreshold,
  }) async {
    final client = _client;
    if (client == null) return job();
    return client.withMonitor(monitor, job, {
      'schedule': schedule,
      'timezone': timezone,
      'margin_minutes': marginMinutes,
      'max_runtime_minutes': maxRuntimeMinutes,
      'failure_threshold': failureThreshold,
      'recovery_threshold': recoveryThreshold,
    });
  }

  /// Adds a breadcrumb; an event carries the last 50.
  static void addBreadcrumb({required String category, required String message, int? ts, Map<String, Object?>? data}) =>
      _client?.addBreadcrumb(category: category, message: message, ts: ts, data: data);

  /// Sets the affected user, by an anonymous id for counting people; nothing else is kept. null clears it.
  static void setUser(Object? id) {
    _inScope((scope) => scope.setUser(id));
    _client?.noteUser();
  }

  /// Sets a tag: a short value that events can be searched by.
  static void setTag(String name, Object? value) => _inScope((scope) => scope.setTag(name, value));

  /// Sets several tags.
  static void setTags(Map<String, Object?> tags) => _inScope((scope) => scope.setTags(tags));

  /// Sets a named group of facts. A function is evaluated when an event is built; null removes the group.
  static void setContext(String name, Object? facts) => _inScope((scope) => scope.setContext(name, facts));

  /// Sets extra data of any shape.
  static void setExtra(String name, Object? value) => _inScope((scope) => scope.setExtra(name, value));

  /// Runs work in a scope of its own, so that what is set inside does not leak out. The scope follows the work over
  /// every `await`, timer and callback.
  static T withScope<T>(T Function(BugleScope scope) work) {
    final client = _client;
    final scope = client == null ? BugleScope() : BugleScope.of(client.scope);
    return client == null ? work(scope) : runInScope(scope, () => work(scope));
  }

  /// Waits until every event has been sent or the timeout is over; true if the server has accepted everything. What
  /// merely waits is still sent later.
  static Future<bool> flush([Duration timeout = const Duration(seconds: 2)]) async =>
      await _client?.flush(timeout) ?? true;

  /// Sends waiting events for at most the timeout, then turns Bugle off.
  static Future<bool> close([Duration timeout = const Duration(seconds: 2)]) async {
    final client = _client;
    _client = null;
    return await client?.close(timeout) ?? true;
  }

  static void _inScope(void Function(BugleScope scope) work) {
    final client = _client;
    client?.guard(() => work(client.scope));
  }
}
