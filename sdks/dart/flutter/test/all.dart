import 'dart:convert';
import 'dart:io';
import 'dart:math';
import 'dart:typed_data';

import 'package:bugle_flutter/bugle_flutter.dart';
import 'package:bugle_flutter/src/jpeg.dart';
import 'package:bugle_flutter/src/screen.dart';
import 'package:flutter/foundation.dart';
import 'package:flutter/gestures.dart';
import 'package:flutter/rendering.dart';
import 'package:flutter/services.dart';
import 'package:flutter/widgets.dart';

import '../../tool/test.dart';

/// A server on loopback that keeps the events it accepts.
final class Recorder {
  Recorder._(this._server) {
    _server.listen((request) async {
      final raw = await request.expand((chunk) => chunk).toList();
      final isGzip = request.headers.value('content-encoding') == 'gzip';
      final body = jsonDecode(utf8.decode(isGzip ? gzip.decode(raw) : raw)) as Map<String, Object?>;
      (request.uri.path == '/ingest' ? events : items).add(body);
      request.response.statusCode = 202;
      await request.response.close();
    });
  }

  static Future<Recorder> open() async => Recorder._(await HttpServer.bind(InternetAddress.loopbackIPv4, 0));

  final HttpServer _server;
  final List<Map<String, Object?>> events = [];

  /// Sessions, and what else stands beside events.
  final List<Map<String, Object?>> items = [];
  String get url => 'http://127.0.0.1:${_server.port}';
  Future<void> close() => _server.close(force: true);
}

/// A picture with edges, gradients and noise, as RGBA.
Uint8List picture(int width, int height) {
  final random = Random(width * 1000 + height);
  final pixels = Uint8List(width * height * 4);
  for (var y = 0; y < height; y += 1) {
    for (var x = 0; x < width; x += 1) {
      final at = (y * width + x) * 4;
      final isText = (x ~/ 3 + y ~/ 5) % 7 == 0 && y % 40 < 20;
      pixels[at] = isText ? 20 : 60 + x ~/ 8;
      pixels[at + 1] = isText ? 20 : 60 + y ~/ 5;
      pixels[at + 2] = isText ? 40 : 90 + random.nextInt(8);
      pixels[at + 3] = 255;
    }
  }
  return pixels;
}

/// The picture as a PPM, without alpha.
Uint8List ppmOf(Uint8List pixels, int width, int height) => Uint8List.fromList([
      ...ascii.encode('P6\n$width $height\n255\n'),
      for (var i = 0; i < pixels.length; i += 1)
        if (i & 3 != 3) pixels[i],
    ]);

/// Signal-to-noise ratio of a decoded picture (PPM) in decibels.
double psnr(Uint8List pixels, List<int> ppm) {
  final rgb = ppm.sublist(ppm.length - pixels.length ~/ 4 * 3);
  var sum = 0.0;
  for (var i = 0; i < pixels.length ~/ 4; i += 1) {
    for (var c = 0; c < 3; c += 1) sum += pow(pixels[i * 4 + c] - rgb[i * 3 + c], 2);
  }
  return 10 * log(255 * 255 / max(sum / rgb.length, 1e-9)) / ln10;
}

/// Widgets of an app.
class Shop extends Widget {
  const Shop({super.key});
}

class Cart extends Widget {
  const Cart({super.key});
}

class Other extends Widget {
  const Other({super.key});
}

class BuyButton extends Widget {
  const BuyButton({super.key});
}

class Text extends Widget {
  const Text({super.key});
}

class _Hidden extends Widget {
  const _Hidden();
}

Future<void> main(List<String> arguments) async {
  final recorder = await Recorder.open();
  final store = Directory.systemTemp.createTempSync('bugle-flutter');
  final options = BugleOptions(
    token: 'bgl_live_x',
    endpoint: recorder.url,
    appId: 'com.example.shop',
    storeDirectory: store.path,
  );
  final dispatcher = WidgetsBinding.instance.platformDispatcher;
  Future<Map<String, Object?>> last() async {
    await Bugle.flush(const Duration(seconds: 15));
    return recorder.events.last;
  }

  FlutterErrorDetails details(Object error, {bool silent = false}) => FlutterErrorDetails(
        exception: error,
        stack: StackTrace.current,
        library: 'widgets library',
        context: DiagnosticsNode.message('building Cart'),
        silent: silent,
      );

  test('framework errors are reported, and the earlier handler gets them once', () async {
    final calls = <FlutterErrorDetails>[];
    FlutterError.onError = calls.add;
    BugleFlutter.init(options, device: () async => {'device': {'model': 'Pixel 9'}, 'app': {'version': '4.2.0'}});
    await Future<void>.delayed(Duration.zero);
    final given = details(StateError('no price'));
    FlutterError.onError!(given);
    final event = await last();
    expect(identical(calls.single, given), true);
    expect(event['exception_type'], 'StateError');
    expect(event['level'], 'error');
    expect(event['mechanism'], {'type': 'flutter_error', 'handled': false});
    final contexts = event['contexts']! as Map<String, Object?>;
    expect(contexts['flutter_error'], {'library': 'widgets library', 'context': 'building Cart'});
    expect(contexts['flutter'], {'build_mode': 'release'});
    expect((contexts['device']! as Map)['model'], 'Pixel 9');
    expect((contexts['app']! as Map)['bundle_id'], 'com.example.shop');
    expect((event['sdk']! as Map)['name'], 'bugle.flutter');
  });

  test('a silent error is a breadcrumb', () async {
    final count = recorder.events.length;
    FlutterError.onError!(details(StateError('quiet'), silent: true));
    Bugle.captureMessage('after');
    final event = await last();
    expect(recorder.events.length, count + 1);
    expect(((event['breadcrumbs']! as List).last as Map)['message'], 'Bad state: quiet');
  });

  test('in debug builds, what the framework says about an error comes along', () async {
    final collected = [DiagnosticsNode.message('The relevant widget was: Cart'), DiagnosticsNode.message('lib/cart.dart:7')];
    FlutterError.onError!(FlutterErrorDetails(exception: StateError('explained'), informationCollector: () => collected));
    final contexts = (await last())['contexts']! as Map<String, Object?>;
    expect((contexts['flutter_error']! as Map)['information'], 'The relevant widget was: Cart\nlib/cart.dart:7');
    // A collector that throws costs nothing but its words.
    final count = recorder.events.length;
    FlutterError.onError!(FlutterErrorDetails(exception: StateError('unexplained'), informationCollector: () => throw 'x'));
    await last();
    expect(recorder.events.length, count + 1);
  });

  test('an earlier handler that throws does so as before, and is still called once', () async {
    await Bugle.close();
    var calls = 0;
    FlutterError.onError = (_) {
      calls += 1;
      throw StateError('theirs');
    };
    BugleFlutter.init(options);
    Object? thrown;
    try {
      FlutterError.onError!(details(StateError('x')));
    } catch (error) {
      thrown = error;
    }
    expect('$thrown', 'Bad state: theirs');
    expect(calls, 1);
    await Bugle.close();
    FlutterError.onError = FlutterError.presentError;
    BugleFlutter.init(options);
  });

  test('uncaught errors are reported, and the earlier handler decides whether they are handled', () async {
    for (final (former, handled) in [(null, false), ((Object _, StackTrace __) => true, true)]) {
      await Bugle.close();
      dispatcher.onError = former;
      BugleFlutter.init(options);
      expect(dispatcher.onError!(StateError('uncaught $handled'), StackTrace.current), handled);
      final event = await last();
      expect(event['level'], 'fatal');
      expect(event['mechanism'], {'type': 'platform_dispatcher', 'handled': handled});
    }
  });

  test('an error that both handlers see is reported once', () async {
    final count = recorder.events.length;
    final error = StateError('both');
    FlutterError.onError!(details(error));
    dispatcher.onError!(error, StackTrace.current);
    await last();
    expect(recorder.events.length, count + 1);
  });

  test('Flutter’s own types have their names and codes', () async {
    Bugle.captureException(PlatformException(code: 'no_camera', message: 'm'), stackTrace: StackTrace.current);
    final event = await last();
    expect(event['exception_type'], 'PlatformException');
    expect((event['extra']! as Map)['error'], {'code': 'no_camera'});
  });

  test('screens by route names, without arguments and queries', () async {
    final observer = BugleNavigatorObserver();
    Route<void> route(RouteSettings settings) => Route(settings);
    final cart = route(const RouteSettings(name: '/cart?coupon=hidden', arguments: 'hidden'));
    final order = route(const Page<void>(key: ValueKey('/orders/:id')));
    observer
      ..didPush(cart, null)
      ..didPush(order, cart)
      ..didReplace(newRoute: route(const RouteSettings()), oldRoute: order)
      ..didPop(route(const RouteSettings()), cart);
    Bugle.captureMessage('where');
    final event = await last();
    final notes = [
      for (final one in event['breadcrumbs']! as List)
        if ((one as Map)['category'] == 'navigation') one['message'],
    ];
    expect(notes, ['none → /cart', '/cart → /orders/:id', '/orders/:id → unnamed', 'unnamed → /cart']);
    expect((event['contexts']! as Map)['screen'], {'name': '/cart'});
    expect(jsonEncode(event).contains('hidden'), false);
  });

  test('taps by the nearest key, else the widget that reacts, and none where a mask is', () async {
    await Bugle.close();
    BugleFlutter.init(options, taps: true);
    final [page, button, label, other] = [for (var i = 0; i < 4; i += 1) RenderObject()];
    label.parent = button;
    for (final one in [button, other]) one.parent = page;
    final text = Element(const Text(), label);
    Element tree(List<Widget> around) => Element(
          const Shop(),
          null,
          [
            Element(const Other(key: ValueKey('other')), other),
            Element(const Cart(key: ValueKey('cart')), page, [
              around.reversed.fold(text, (inner, widget) => Element(widget, button, [inner])),
            ]),
          ],
        );
    final router = GestureBinding.instance.pointerRouter;
    void tap(List<Widget> around, {Offset by = Offset.zero, bool isCancelled = false}) {
      WidgetsBinding.instance.rootElement = tree(around);
      GestureBinding.instance.hit = [label, page];
      const began = Offset(5, 5);
      router.route(const PointerDownEvent(1, began));
      final ended = Offset(began.dx + by.dx, began.dy + by.dy);
      router.route(isCancelled ? PointerCancelEvent(1, ended) : PointerUpEvent(1, ended));
    }

    tap([const BuyButton(key: ValueKey('buy')), const GestureDetector()]);
    tap([const BuyButton(), const _Hidden(), const GestureDetector()]);
    tap([const BugleMask(child: Text()), const BuyButton(key: ValueKey('hidden'))]);
    tap([const BuyButton(key: ValueKey('hidden'))], by: const Offset(40, 0));
    tap([const BuyButton(key: ValueKey('hidden'))], isCancelled: true);
    GestureBinding.instance.hit = [];
    router.route(const PointerUpEvent(2, Offset(1, 1)));
    Bugle.captureMessage('tapped');
    final event = await last();
    final notes = [
      for (final one in event['breadcrumbs']! as List)
        if ((one as Map)['category'] == 'ui.tap') one['message'],
    ];
    expect(notes, ['BuyButton #buy', 'Cart #cart']);
    expect(jsonEncode(event).contains('hidden'), false);
    await Bugle.close();
    BugleFlutter.init(options);
    tap([const BuyButton(key: ValueKey('buy'))]);
    Bugle.captureMessage('off');
    expect('${(await last())['breadcrumbs']}'.contains('ui.tap'), false);
  });

  test('lifecycle and memory are breadcrumbs; a paused app has stored what was held', () async {
    final observer = WidgetsBinding.instance.observers.single;
    final stack = StackTrace.current;
    for (var i = 0; i < 10; i += 1) Bugle.captureException(StateError('looped'), stackTrace: stack);
    observer
      ..didHaveMemoryPressure()
      ..didChangeAppLifecycleState(AppLifecycleState.paused);
    final held = [
      for (final file in store.listSync().whereType<File>())
        if (file.readAsStringSync().contains('"repeat":7')) file,
    ];
    expect(held.length, 1);
    observer.didChangeAppLifecycleState(AppLifecycleState.resumed);
    Bugle.captureMessage('again');
    final event = await last();
    final notes = [for (final one in event['breadcrumbs']! as List) (one as Map)['message']];
    expect(notes.sublist(notes.length - 3), ['memory is low', 'paused', 'resumed']);
  });

  test('a screenshot comes with an error, masks covered; the next one only after ten seconds', () async {
    await Bugle.close();
    FlutterError.onError = FlutterError.presentError;
    const size = Size(2560, 64);
    final box = RenderBox(const Size(500, 40), const Offset(1000, 10));
    late Image drawn;
    final boundary = RenderRepaintBoundary(size, (ratio) {
      final (width, height) = ((size.width * ratio).round(), (size.height * ratio).round());
      return drawn = Image(width, height, Uint8List(width * height * 4)..fillRange(0, width * height * 4, 255));
    });
    screenKey.currentContext = BuildContext(boundary);
    final context = BuildContext(box);
    masks.add(context);
    BugleFlutter.init(options, screenshots: true);
    FlutterError.onError!(details(StateError('with a picture')));
    final event = await last();
    expect(drawn.isDisposed, true);
    expect((drawn.width, drawn.height), (1280, 32));
    final jpeg = base64Decode(event['screenshot']! as String);
    File('${arguments[0]}/screenshot.jpg').writeAsBytesSync(jpeg);
    final ppm = Process.runSync('djpeg', ['${arguments[0]}/screenshot.jpg'], stdoutEncoding: null).stdout as List<int>;
    int redAt(int x, int y) => ppm[ppm.length - 1280 * 32 * 3 + (y * 1280 + x) * 3];
    expect((redAt(600, 15), redAt(100, 5)), (128, 255));
    FlutterError.onError!(details(StateError('soon after')));
    expect((await last()).containsKey('screenshot'), false);
    // Files are deleted after the response, which the flush does not wait for.
    while (store.listSync().isNotEmpty) await Future<void>.delayed(const Duration(milliseconds: 5));

    // Moving masks, and those without a position, allow no picture.
    for (final unsafe in [() => box.position = const Offset(0, 0), () => box.attached = false]) {
      await Bugle.close();
      BugleFlutter.init(options, screenshots: true);
      boundary.draw = (ratio) {
        unsafe();
        return Image(8, 8, Uint8List(256));
      };
      FlutterError.onError!(details(StateError('unsafe')));
      expect((await last()).containsKey('screenshot'), false);
    }
    masks.remove(context);
  });

  test('a fatal error and one in the background have no screenshot', () async {
    await Bugle.close();
    BugleFlutter.init(options, screenshots: true);
    dispatcher.onError!(StateError('fatal'), StackTrace.current);
    expect((await last()).containsKey('screenshot'), false);
    WidgetsBinding.instance.lifecycleState = AppLifecycleState.paused;
    FlutterError.onError!(details(StateError('hidden app')));
    expect((await last()).containsKey('screenshot'), false);
    WidgetsBinding.instance.lifecycleState = AppLifecycleState.resumed;
  });

  test('close restores the handlers, unless someone has wrapped ours', () async {
    await Bugle.close();
    expect(FlutterError.onError == FlutterError.presentError, true);
    BugleFlutter.init(options);
    final ours = FlutterError.onError!;
    void theirs(FlutterErrorDetails given) => ours(given);
    FlutterError.onError = theirs;
    await Bugle.close();
    expect(FlutterError.onError == theirs, true);
    final count = recorder.events.length;
    FlutterError.onError!(details(StateError('after the end')));
    expect(recorder.events.length, count);
    expect(WidgetsBinding.instance.observers, <Object?>[]);
  });

  test('an app with a release counts its sessions; an uncaught error does not end one', () async {
    dispatcher.onError = (_, __) => false;
    BugleFlutter.init(
      BugleOptions(
        token: 'bgl_live_x',
        endpoint: recorder.url,
        appId: 'com.example.shop',
        release: 'shop@4.2.0',
        storeDirectory: store.path,
      ),
    );
    dispatcher.onError!(StateError('uncaught'), StackTrace.current);
    await Bugle.flush(const Duration(seconds: 15));
    final sessions = [for (final one in recorder.items) ...?one['sessions'] as List?].cast<Map<String, Object?>>();
    expect([for (final one in sessions) one['status']], ['ok', 'unhandled']);
    expect({for (final one in sessions) one['id']}.length, 1);
    await Bugle.close();
  });

  test('djpeg reads pictures of twenty sizes, as good as those of libjpeg', () async {
    const sizes = [
      (1, 1), (1, 7), (7, 1), (8, 8), (9, 8), (8, 9), (15, 15), (16, 16), (17, 17), (31, 33), (64, 64), (100, 1), //
      (1, 100), (123, 77), (200, 300), (320, 240), (333, 222), (511, 3), (640, 360), (1280, 720),
    ];
    expect(sizes.length, 20);
    for (final (width, height) in sizes) {
      final pixels = picture(width, height);
      final jpeg = encodeJpeg(pixels, width, height, quality: width == 1280 ? 75 : 90);
      final file = File('${arguments[0]}/$width-$height.jpg')..writeAsBytesSync(jpeg);
      final decoded = await Process.run('djpeg', [file.path], stdoutEncoding: null);
      expect(decoded.exitCode, 0, '$width × $height ${decoded.stderr}');
      final ratio = psnr(pixels, decoded.stdout as List<int>);
      // libjpeg at the same quality, for comparison.
      final source = File('${arguments[0]}/source.ppm')..writeAsBytesSync(ppmOf(pixels, width, height));
      final reference = File('${arguments[0]}/reference.jpg');
      final quality = width == 1280 ? '75' : '90';
      await Process.run('cjpeg', ['-quality', quality, '-sample', '2x2', '-outfile', reference.path, source.path]);
      final theirs = psnr(
        pixels,
        (await Process.run('djpeg', [reference.path], stdoutEncoding: null)).stdout as List<int>,
      );
      expect(ratio > min(theirs - 0.5, 38), true, '$width × $height: $ratio dB, libjpeg $theirs');
      if (width == 1280) {
        print('1280 × 720 at quality 75: ${jpeg.length} bytes, ${ratio.toStringAsFixed(1)} dB');
        expect(jpeg.length <= 300000, true);
      }
      expect(ratio >= (width == 1280 ? 29 : 30), true, '$width × $height: $ratio dB');
    }
  });

  final failed = await runTests(arguments.length > 1 ? arguments[1] : '');
  await Bugle.close();
  await recorder.close();
  store.deleteSync(recursive: true);
  exit(failed == 0 ? 0 : 1);
}
