import 'dart:async';
import 'dart:convert';
import 'dart:io';

import 'package:bugle/src/client.dart';
import 'package:bugle/src/io/http_overrides.dart';
import 'package:bugle/src/io/runtime.dart';
import 'package:bugle/bugle.dart';

import '../../tool/test.dart';
import 'support.dart';

/// Overrides of the host, which count the clients they make.
final class HostOverrides extends HttpOverrides {
  int count = 0;

  @override
  HttpClient createHttpClient(SecurityContext? context) {
    count += 1;
    return super.createHttpClient(context);
  }
}

void ioTests() {
  test('requests become breadcrumbs without queries; overrides of the host stay in force', () async {
    final server = await HttpServer.bind(InternetAddress.loopbackIPv4, 0);
    server.listen((request) => request.response
      ..statusCode = 201
      ..close());
    final host = HostOverrides();
    HttpOverrides.global = host;
    final runtime = TestRuntime();
    final client = clientOf(runtime);
    final undo = noteRequests(client);
    final http = HttpClient();
    final url = Uri.parse('http://u:hidden@127.0.0.1:${server.port}/cart?key=hidden');
    await (await (await http.postUrl(url)).close()).drain<void>();
    // A failure reaches the host as before, and is noted.
    Object? failure;
    try {
      await http.getUrl(Uri.parse('http://127.0.0.1:9/gone'));
    } catch (error) {
      failure = error;
    }
    expect(failure is SocketException, true);
    await settle();
    client.captureMessage('m');
    final notes = runtime.events.single['breadcrumbs']! as List<Object?>;
    expect([for (final one in notes) (one! as Map)['message']], [
      'POST http://127.0.0.1:${server.port}/cart',
      'GET http://127.0.0.1:9/gone',
    ]);
    expect(((notes[0]! as Map)['data'] as Map)['status_code'], 201);
    expect(((notes[1]! as Map)['data'] as Map)['error'], 'SocketException');
    expect(jsonEncode(notes).contains('hidden'), false);
    expect(host.count, 1);
    undo();
    expect(identical(HttpOverrides.current, host), true);
    HttpOverrides.global = null;
    http.close(force: true);
    await server.close(force: true);
  });

  test('without a usable directory, events are sent from memory; a body is compressed, our request is not noted', () async {
    final bodies = <Map<String, Object?>>[];
    final encodings = <String?>[];
    final server = await HttpServer.bind(InternetAddress.loopbackIPv4, 0);
    server.listen((request) async {
      final raw = await request.expand((chunk) => chunk).toList();
      final encoding = request.headers.value('content-encoding');
      encodings.add(encoding);
      bodies.add(jsonDecode(utf8.decode(encoding == 'gzip' ? gzip.decode(raw) : raw)) as Map<String, Object?>);
      request.response.statusCode = 202;
      await request.response.close();
    });
    final file = File('${Directory.systemTemp.path}/bugle-no-directory-$pid')..writeAsStringSync('');
    final options = BugleOptions(
      token: 'bgl_live_x',
      endpoint: 'http://127.0.0.1:${server.port}',
      appId: 'com.example.shop',
      storeDirectory: file.path,
    );
    final client = Client(options, IoRuntime(options, isApp: true), sdkName: 'bugle.test', sdkVersion: '0');
    final undo = noteRequests(client);
    const error = FileSystemException('Cannot open file', 'prices.json', OSError('No such file or directory', 2));
    client.captureException(error, stackTrace: StackTrace.current, hint: BugleHint(extra: {'long': 'x' * 100000}));
    expect(await client.flush(const Duration(seconds: 5)), true);
    client.captureMessage('after');
    expect(await client.close(const Duration(seconds: 5)), true);
    undo();
    expect(bodies.first['exception_type'], 'FileSystemException');
    expect((bodies.first['extra']! as Map)['error'], {'path': 'prices.json', 'errno': 2});
    expect(encodings.first, 'gzip');
    expect(bodies.last.containsKey('breadcrumbs'), false);
    final whole = jsonEncode(bodies);
    expect(whole.contains(Platform.localHostname) && Platform.localHostname.length > 5, false);
    file.deleteSync();
    await server.close(force: true);
  });
}
