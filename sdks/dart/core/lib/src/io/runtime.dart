import 'dart:async';
import 'dart:convert';
import 'dart:io';
import 'dart:isolate';

import '../client.dart';
import '../exception.dart';
import '../options.dart';
import '../runtime.dart';
import '../scrub.dart';
import '../store.dart';
import '../transport.dart';
import 'background_timers.dart';
import 'directory_store.dart';
import 'errors.dart';
import 'http_overrides.dart';
import 'http_transport.dart';

/// Completes the options from the build and the environment.
BugleOptions withDetected(BugleOptions options) {
  String? first(List<String> names) =>
      names.map((name) => Platform.environment[name]).where((value) => value != null && value.isNotEmpty).firstOrNull;
  const release = String.fromEnvironment('BUGLE_RELEASE');
  const environment = String.fromEnvironment('BUGLE_ENVIRONMENT');
  return copyWith(
    options,
    release: options.release ?? (release.isEmpty ? first(_releases) : release),
    environment: options.environment ?? (environment.isEmpty ? first(const ['BUGLE_ENVIRONMENT']) : environment),
  );
}

const _releases = ['BUGLE_RELEASE', 'SOURCE_VERSION', 'HEROKU_SLUG_COMMIT', 'GITHUB_SHA', 'CI_COMMIT_SHA'];

/// The Dart VM and ahead-of-time compiled programs.
final class IoRuntime extends Runtime {
  IoRuntime(this._options, {required this.isApp})
      : store = _options.store ? DirectoryStore(_options.storeDirectory ?? _defaultDirectory(_options)) : null,
        _timers = isApp ? null : BackgroundTimers();

  final BugleOptions _options;

  /// Whether it is an app, which does not end by itself when its work is done.
  final bool isApp;
  final BackgroundTimers? _timers;

  @override
  final EventStore? store;

  @override
  late final Transport transport = HttpTransport(() => withoutNotes(HttpClient.new));

  @override
  String get platform => const {'android', 'ios', 'macos', 'windows', 'linux'}.contains(Platform.operatingSystem)
      ? Platform.operatingSystem
      : 'other';

  @override
  SetTimer get setTimer => _timers?.setTimer ?? _appTimer;

  final _began = DateTime.now().toUtc().toIso8601String();

  @override
  Map<String, Object?> contexts() => {
        'os': {
          'name': _systems[Platform.operatingSystem] ?? Platform.operatingSystem,
          'version': toText(Platform.operatingSystemVersion, 200),
        },
        'device': {'cpus': Platform.numberOfProcessors},
        'runtime': {'name': 'Dart', 'version': Platform.version.split(' ').first},
        'app': {
          'bundle_id': _options.appId,
          if (_options.release != null) 'version': _options.release,
          'started_at': _began,
          'memory_bytes': ProcessInfo.currentRss,
        },
      };

  @override
  List<(bool Function(Object), String)> get errorTypes => _errorTypes;

  @override
  Map<String, Object?>? errorFields(Object error) => switch (error) {
        FileSystemException() => {'path': error.path, 'errno': error.osError?.errorCode},
        SocketException() => {
            'address': error.address?.host,
            'port': error.port,
            'errno': error.osError?.errorCode,
          },
        HttpException() => {'url': error.uri == null ? null : cleanUrl('${error.uri}')},
        OSError() => {'errno': error.errorCode},
        ProcessException() => {'executable': error.executable, 'exit_code': error.errorCode},
        _ => null,
      };

  @override
  void close() => _timers?.close();
}

void Function() _appTimer(void Function() run, Duration delay) => Timer(delay, run).cancel;

const _systems = {'android': 'Android', 'ios': 'iOS', 'linux': 'Linux', 'macos': 'macOS', 'windows': 'Windows'};

final List<(bool Function(Object), String)> _errorTypes = [
  ((e) => e is PathAccessException, 'PathAccessException'),
  ((e) => e is PathExistsException, 'PathExistsException'),
  ((e) => e is PathNotFoundException, 'PathNotFoundException'),
  ((e) => e is FileSystemException, 'FileSystemException'),
  ((e) => e is CertificateException, 'CertificateException'),
  ((e) => e is HandshakeException, 'HandshakeException'),
  ((e) => e is TlsException, 'TlsException'),
  ((e) => e is WebSocketException, 'WebSocketException'),
  ((e) => e is RedirectException, 'RedirectException'),
  ((e) => e is HttpException, 'HttpException'),
  ((e) => e is SocketException, 'SocketException'),
  ((e) => e is ProcessException, 'ProcessException'),
  ((e) => e is StdinException, 'StdinException'),
  ((e) => e is StdoutException, 'StdoutException'),
  ((e) => e is SignalException, 'SignalException'),
  ((e) => e is OSError, 'OSError'),
  ((e) => e is IsolateSpawnException, 'IsolateSpawnException'),
  ((e) => e is RemoteError, 'RemoteError'),
];

/// One directory per user and project: programs of several projects must not send each other's events.
String _defaultDirectory(BugleOptions options) {
  final user = Platform.environment['USER'] ?? Platform.environment['USERNAME'] ?? 'user';
  final project = _hash('$user\n${options.endpoint}\n${options.token}');
  return '${Directory.systemTemp.path}${Platform.pathSeparator}bugle-$project';
}

/// FNV-1a, twice with different starts; the name need not be secret.
String _hash(String text) {
  String one(int start) {
    var hash = start;
    for (final byte in utf8.encode(text)) hash = ((hash ^ byte) * 0x01000193) & 0xffffffff;
    return hash.toRadixString(16).padLeft(8, '0');
  }

  return one(0x811c9dc5) + one(0x9747b28c);
}

Runtime createRuntime(BugleOptions options, {required bool isApp}) {
  hideHome(Platform.environment['HOME'] ?? Platform.environment['USERPROFILE']);
  hideRoot(isApp ? null : _rootUri());
  return IoRuntime(options, isApp: isApp);
}

/// Installs what watches a client's platform.
void installHooks(Client client) {
  final runtime = client.runtime;
  final without = client.options.without;
  if (!without.contains('http')) client.onClose(noteRequests(client));
  if (runtime is! IoRuntime || runtime.isApp || without.contains('errors')) return;
  client.onClose(watchOwnErrors(client));
}

/// Ends the program after an uncaught error.
Never end(Client client, Object error, StackTrace stackTrace) =>
    endProgram(client, toText(error, 1 << 20), '$stackTrace');

RawReceivePort? _isolateErrors;

/// Port of errors of other isolates.
SendPort isolateErrors(Client? Function() client) => (_isolateErrors ??= isolateErrorsPort(client)).sendPort;

/// The directory of the program's package, as a URI: stacks of scripts name whole paths.
String? _rootUri() {
  try {
    if (!Platform.script.isScheme('file')) return null;
    final start = File.fromUri(Platform.script).parent;
    var directory = start;
    for (var i = 0; i < 6; i += 1) {
      if (File('${directory.path}/pubspec.yaml').existsSync()) return directory.uri.toString();
      directory = directory.parent;
    }
    return start.uri.toString();
  } catch (_) {
    return null;
  }
}
