import 'dart:async';
import 'dart:io';

import '../client.dart';
import '../scrub.dart';

/// Marks the zone in which the SDK creates its own client.
final Object _own = Object();

/// Creates a client whose requests are not noted.
HttpClient withoutNotes(HttpClient Function() create) => runZoned(create, zoneValues: {_own: true});

/// Adds a breadcrumb for each request of `dart:io`'s HttpClient, which package:http, dio and images use too: method, URL
/// without query, status. Overrides of the host stay in force. Returns the undo function.
void Function() noteRequests(Client client) {
  final former = HttpOverrides.current;
  final ours = _NotingOverrides(client, former);
  HttpOverrides.global = ours;
  return () {
    ours.client = null;
    // If someone has replaced ours meanwhile, it stays and passes every call through.
    if (identical(HttpOverrides.current, ours)) HttpOverrides.global = former;
  };
}

final class _NotingOverrides extends HttpOverrides {
  _NotingOverrides(this.client, this.former);

  Client? client;
  final HttpOverrides? former;

  @override
  HttpClient createHttpClient(SecurityContext? context) {
    final made = former?.createHttpClient(context) ?? super.createHttpClient(context);
    final current = client;
    return current == null || Zone.current[_own] == true ? made : _NotingClient(made, current);
  }

  @override
  String findProxyFromEnvironment(Uri url, Map<String, String>? environment) =>
      former?.findProxyFromEnvironment(url, environment) ?? super.findProxyFromEnvironment(url, environment);
}

/// Passes everything on, and notes the requests.
final class _NotingClient implements HttpClient {
  _NotingClient(this._inner, this._client);

  final HttpClient _inner;
  final Client _client;

  Future<HttpClientRequest> _note(String method, String url, Future<HttpClientRequest> request) {
    final clean = cleanUrl(url);
    if (clean == _client.url) return request;
    final watch = Stopwatch()..start();
    final scope = _client.scope;
    void note(Map<String, Object?> data) => _client.addBreadcrumb(
          category: 'http',
          message: '${method.toUpperCase()} $clean',
          data: {...data, 'duration_ms': watch.elapsedMilliseconds},
          scope: scope,
        );
    void failed(Object error) => note({'error': toText(error.runtimeType, 100)});
    // Returns our end of the chain, so that a failure that the host does not handle stays unhandled.
    return request.then((sent) {
      sent.done.then((response) => note({'status_code': response.statusCode}), onError: failed).ignore();
      return sent;
    }, onError: (Object error, StackTrace stackTrace) {
      failed(error);
      Error.throwWithStackTrace(error, stackTrace);
    });
  }

  String _urlOf(String host, int port, String path) => 'http://$host${port == 80 ? '' : ':$port'}$path';

  @override
  Future<HttpClientRequest> open(String method, String host, int port, String path) =>
      _note(method, _urlOf(host, port, path), _inner.open(method, host, port, path));
  @override
  Future<HttpClientRequest> openUrl(String method, Uri url) => _note(method, '$url', _inner.openUrl(method, url));
  @override
  Future<HttpClientRequest> get(String host, int port, String path) =>
      _note('GET', _urlOf(host, port, path), _inner.get(host, port, path));
  @override
  Future<HttpClientRequest> getUrl(Uri url) => _note('GET', '$url', _inner.getUrl(url));
  @override
  Future<HttpClientRequest> post(String host, int port, String path) =>
      _note('POST', _urlOf(host, port, path), _inner.post(host, port, path));
  @override
  Future<HttpClientRequest> postUrl(Uri url) => _note('POST', '$url', _inner.postUrl(url));
  @override
  Future<HttpClientRequest> put(String host, int port, String path) =>
      _note('PUT', _urlOf(host, port, path), _inner.put(host, port, path));
  @override
  Future<HttpClientRequest> putUrl(Uri url) => _note('PUT', '$url', _inner.putUrl(url));
  @override
  Future<HttpClientRequest> delete(String host, int port, String path) =>
      _note('DELETE', _urlOf(host, port, path), _inner.delete(host, port, path));
  @override
  Future<HttpClientRequest> deleteUrl(Uri url) => _note('DELETE', '$url', _inner.deleteUrl(url));
  @override
  Future<HttpClientRequest> patch(String host, int port, String path) =>
      _note('PATCH', _urlOf(host, port, path), _inner.patch(host, port, path));
  @override
  Future<HttpClientRequest> patchUrl(Uri url) => _note('PATCH', '$url', _inner.patchUrl(url));
  @override
  Future<HttpClientRequest> head(String host, int port, String path) =>
      _note('HEAD', _urlOf(host, port, path), _inner.head(host, port, path));
  @override
  Future<HttpClientRequest> headUrl(Uri url) => _note('HEAD', '$url', _inner.headUrl(url));

  @override
  Duration get idleTimeout => _inner.idleTimeout;
  @override
  set idleTimeout(Duration value) => _inner.idleTimeout = value;
  @override
  Duration? get connectionTimeout => _inner.connectionTimeout;
  @override
  set connectionTimeout(Duration? value) => _inner.connectionTimeout = value;
  @override
  int? get maxConnectionsPerHost => _inner.maxConnectionsPerHost;
  @override
  set maxConnectionsPerHost(int? value) => _inner.maxConnectionsPerHost = value;
  @override
  bool get autoUncompress => _inner.autoUncompress;
  @override
  set autoUncompress(bool value) => _inner.autoUncompress = value;
  @override
  String? get userAgent => _inner.userAgent;
  @override
  set userAgent(String? value) => _inner.userAgent = value;
  @override
  set authenticate(Future<bool> Function(Uri url, String scheme, String? realm)? f) => _inner.authenticate = f;
  @override
  set authenticateProxy(Future<bool> Function(String host, int port, String scheme, String? realm)? f) =>
      _inner.authenticateProxy = f;
  @override
  set badCertificateCallback(bool Function(X509Certificate cert, String host, int port)? callback) =>
      _inner.badCertificateCallback = callback;
  @override
  set connectionFactory(
    Future<ConnectionTask<Socket>> Function(Uri url, String? proxyHost, int? proxyPort)? f,
  ) =>
      _inner.connectionFactory = f;
  @override
  set findProxy(String Function(Uri url)? f) => _inner.findProxy = f;
  @override
  set keyLog(void Function(String line)? callback) => _inner.keyLog = callback;
  @override
  void addCredentials(Uri url, String realm, HttpClientCredentials credentials) =>
      _inner.addCredentials(url, realm, credentials);
  @override
  void addProxyCredentials(String host, int port, String realm, HttpClientCredentials credentials) =>
      _inner.addProxyCredentials(host, port, realm, credentials);
  @override
  void close({bool force = false}) => _inner.close(force: force);
}
