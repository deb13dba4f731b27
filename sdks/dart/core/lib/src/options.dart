import 'event.dart';

/// Options of `Bugle.init`. Four suffice: [token], [endpoint], [appId], [release].
final class BugleOptions {
  const BugleOptions({
    required this.token,
    required this.endpoint,
    required this.appId,
    this.release,
    this.dist,
    this.environment,
    this.tags = const {},
    this.enabled = true,
    this.sampleRate = 1,
    this.ignoreErrors = const [],
    this.beforeSend,
    this.beforeBreadcrumb,
    this.fingerprint,
    this.maxBreadcrumbs = 50,
    this.maxQueue = 100,
    this.scrubKeys,
    this.types = const {},
    this.describeError,
    this.store = true,
    this.storeDirectory,
    this.sessions,
    this.exitTimeout = const Duration(seconds: 2),
    this.without = const {},
    this.debug = false,
  });

  /// The project's ingest token, `bgl_live_…`. It can only send events, so it may be public.
  final String token;

  /// URL of the Bugle server, such as `https://bugle.example.com`; `/ingest` is appended if missing.
  final String endpoint;

  /// The bundle identifier pinned to the project, such as `com.example.shop`.
  final String appId;

  /// The running build, such as `shop@4.2.0`. Defaults to `BUGLE_RELEASE` of the build (`--dart-define`) or environment.
  final String? release;

  /// Variant of the release.
  final String? dist;

  /// Defaults to `BUGLE_ENVIRONMENT`, else the server assumes `production`.
  final String? environment;

  /// Tags of every event.
  final Map<String, Object?> tags;

  /// `false` turns everything off: nothing is hooked, nothing is sent.
  final bool enabled;

  /// Share of errors to send, 0…1. The others count as `sampled`.
  final double sampleRate;

  /// Drops errors whose `Type: message` contains one of these strings or matches one of these expressions.
  final List<Pattern> ignoreErrors;

  /// Inspects each event before it is sent: return it, changed or not, or null to drop it. If the function throws or
  /// returns an event without its essential fields, the event is sent unchanged.
  final BugleEvent? Function(BugleEvent event, Object? error)? beforeSend;

  /// Inspects each breadcrumb in the same way; null drops it.
  final BugleBreadcrumb? Function(BugleBreadcrumb breadcrumb)? beforeBreadcrumb;

  /// Overrides grouping: returns the parts of the fingerprint, or null for Bugle's own.
  final List<String>? Function(BugleEvent event)? fingerprint;

  /// Breadcrumbs kept for an event, at most 50.
  final int maxBreadcrumbs;

  /// Most events waiting to be sent.
  final int maxQueue;

  /// Further key names whose values are never sent, beside those that look secret.
  final RegExp? scrubKeys;

  /// Names of the app's own error types, which obfuscation shortens: `{PaymentDeclined: 'PaymentDeclined'}`.
  final Map<Type, String> types;

  /// Describes errors of the app or of packages, with their causes and fields; null for Bugle's own description.
  final BugleErrorFacts? Function(Object error)? describeError;

  /// `false` keeps events in memory only.
  final bool store;

  /// Directory for events that outlive the program. By default one of the current user's, below the temporary directory;
  /// an app should give its own, such as that of path_provider's `getApplicationSupportDirectory`.
  final String? storeDirectory;

  /// Whether each run counts as a session, for crash-free rates; needs a [release]. By default of Flutter apps alone: a
  /// program would send a request at each start.
  final bool? sessions;

  /// Most time that sending may delay the end of a program.
  final Duration exitTimeout;

  /// Integrations to leave out: `errors`, `http`, `print`; in Flutter also `flutter`, `platform`, `lifecycle`.
  final Set<String> without;

  /// Prints the SDK's activity.
  final bool debug;
}

/// Returns options with a release and an environment.
BugleOptions copyWith(BugleOptions options, {String? release, String? environment}) => BugleOptions(
      token: options.token,
      endpoint: options.endpoint,
      appId: options.appId,
      release: release,
      dist: options.dist,
      environment: environment,
      tags: options.tags,
      enabled: options.enabled,
      sampleRate: options.sampleRate,
      ignoreErrors: options.ignoreErrors,
      beforeSend: options.beforeSend,
      beforeBreadcrumb: options.beforeBreadcrumb,
      fingerprint: options.fingerprint,
      maxBreadcrumbs: options.maxBreadcrumbs,
      maxQueue: options.maxQueue,
      scrubKeys: options.scrubKeys,
      types: options.types,
      describeError: options.describeError,
      store: options.store,
      storeDirectory: options.storeDirectory,
      sessions: options.sessions,
      exitTimeout: options.exitTimeout,
      without: options.without,
      debug: options.debug,
    );
