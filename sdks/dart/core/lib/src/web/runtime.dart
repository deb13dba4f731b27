import 'dart:async';
import 'dart:js_interop';
import 'dart:typed_data';

import '../client.dart';
import '../item.dart';
import '../options.dart';
import '../runtime.dart';
import '../store.dart';
import '../transport.dart';

// Never compiled yet: no compiler for the web can be had where these tests run (docs/sdk-dart.md).

@JS('fetch')
external JSPromise<_Response> _fetch(JSString url, _Request request);

@JS('localStorage')
external _Storage get _localStorage;

@JS('navigator')
external _Navigator get _navigator;

extension type _Request._(JSObject _) implements JSObject {
  external factory _Request({JSString method, JSObject headers, JSAny body, bool keepalive, JSString credentials});
}

extension type _Response._(JSObject _) implements JSObject {
  external int get status;
  external _Headers get headers;
}

extension type _Headers._(JSObject _) implements JSObject {
  external JSString? get(JSString name);
}

extension type _Storage._(JSObject _) implements JSObject {
  external int get length;
  external JSString? key(int index);
  external JSString? getItem(JSString key);
  external void setItem(JSString key, JSString value);
  external void removeItem(JSString key);
}

extension type _Navigator._(JSObject _) implements JSObject {
  external JSString get userAgent;
}

BugleOptions withDetected(BugleOptions options) {
  const release = String.fromEnvironment('BUGLE_RELEASE');
  const environment = String.fromEnvironment('BUGLE_ENVIRONMENT');
  return copyWith(
    options,
    release: options.release ?? (release.isEmpty ? null : release),
    environment: options.environment ?? (environment.isEmpty ? null : environment),
  );
}

Runtime createRuntime(BugleOptions options, {required bool isApp}) => _WebRuntime(options);

void installHooks(Client client) {}

Never end(Client client, Object error, StackTrace stackTrace) => Error.throwWithStackTrace(error, stackTrace);

final class _WebRuntime extends Runtime {
  _WebRuntime(this._options) : store = _options.store ? _LocalStore(_options.appId) : null;

  final BugleOptions _options;

  @override
  final EventStore? store;

  @override
  final Transport transport = _FetchTransport();

  @override
  String get platform => 'web';

  @override
  SetTimer get setTimer => (run, delay) => Timer(delay, run).cancel;

  @override
  Map<String, Object?> contexts() => {
        'app': {'bundle_id': _options.appId},
        'browser': {'user_agent': _navigator.userAgent.toDart},
        'runtime': {'name': 'Dart'},
      };
}

final class _FetchTransport implements Transport {
  @override
  Future<IngestResponse> send(IngestRequest request) async {
    final headers = {'Content-Type': 'application/json', 'X-Service-Token': request.token}.jsify()! as JSObject;
    final sent = _fetch(
      request.url.toJS,
      _Request(
        method: 'POST'.toJS,
        headers: headers,
        body: request.bytes == null ? request.body.toJS : Uint8List.fromList(request.bytes!).toJS,
        keepalive: (request.bytes ?? request.body.codeUnits).length < 15000,
        credentials: 'omit'.toJS,
      ),
    );
    final response = await sent.toDart.timeout(const Duration(seconds: 15));
    return (status: response.status, retryAfter: response.headers.get('Retry-After'.toJS)?.toDart);
  }

  @override
  void rest() {}
}

/// Keeps events in the page's storage, of which other code needs its share.
final class _LocalStore implements EventStore {
  _LocalStore(String appId) : _prefix = 'bugle-$appId-';

  static const _maxLength = 500000;
  final String _prefix;

  List<String> _ids() => [
        for (var i = 0; i < _localStorage.length; i += 1)
          if (_localStorage.key(i)?.toDart case final key? when key.startsWith(_prefix)) key.substring(_prefix.length),
      ]..sort(byKindAndAge);

  String? _read(String id) => _localStorage.getItem('$_prefix$id'.toJS)?.toDart;

  @override
  Future<List<StoredEvent>> load(void Function(int count) onLost) async {
    final ids = _ids();
    final surplus = surplusOf(ids);
    for (final id in surplus) await remove(id);
    final lost = surplus.where(isEventId).length;
    if (lost > 0) onLost(lost);
    final events = <StoredEvent>[];
    for (final id in ids.where((id) => !surplus.contains(id))) {
      final body = _read(id);
      if (body != null && _isEvent(body, id)) {
        events.add((id: id, body: body));
      } else {
        await remove(id);
      }
    }
    return events;
  }

  @override
  Future<void> put(StoredEvent event) async => putNow(event);

  @override
  void putNow(StoredEvent event) {
    final used = _ids().fold(0, (sum, id) => sum + (_read(id)?.length ?? 0));
    if (used + event.body.length > _maxLength) return;
    _localStorage.setItem('$_prefix${event.id}'.toJS, event.body.toJS);
  }

  @override
  int pausedUntil() => int.tryParse(_localStorage.getItem(_paused.toJS)?.toDart ?? '') ?? 0;

  @override
  void pause(int until) => _localStorage.setItem(_paused.toJS, '$until'.toJS);

  /// Outside of the prefix, so that it is no event.
  String get _paused => 'paused-$_prefix';

  @override
  Future<void> remove(String id) async => _localStorage.removeItem('$_prefix$id'.toJS);
}

bool _isEvent(String body, String id) {
  try {
    return isStoredBody(body, id);
  } on FormatException {
    return false;
  }
}
