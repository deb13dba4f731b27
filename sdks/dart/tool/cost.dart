import 'dart:io';

import 'package:bugle/bugle.dart';

/// Prints what the SDK costs, in microseconds: `init`, the first error, the median of later ones (each another error, of
/// sixteen frames, into the queue and the store), a breadcrumb. The server is away. The VM compiles while the first round
/// runs; later rounds are closer to a program that is compiled ahead of time.
///
/// Usage: npm run bench -- --dart
Future<void> main() async {
  for (var round = 1; round <= 5; round += 1) {
    final store = Directory.systemTemp.createTempSync('bugle-cost');
    print('round $round: ${await costs(store.path)}');
    store.deleteSync(recursive: true);
  }
}

Future<String> costs(String storeDirectory) async {
  final init = timeOf(
    () => Bugle.init(
      BugleOptions(
        token: 'bgl_live_x',
        endpoint: 'http://127.0.0.1:9',
        appId: 'com.example.shop',
        storeDirectory: storeDirectory,
      ),
    ),
  );
  final errors = <int>[];
  for (var i = 0; i < 90; i += 1) {
    final (error, stackTrace) = failAt(14, i);
    errors.add(timeOf(() => Bugle.captureException(error, stackTrace: stackTrace)));
    await Future<void>.delayed(const Duration(milliseconds: 2));
  }
  const count = 20000;
  final breadcrumbs = timeOf(() {
    for (var i = 0; i < count; i += 1) {
      Bugle.addBreadcrumb(category: 'query', message: 'select * from orders where id = ?');
    }
  });
  await Bugle.close(Duration.zero);
  final later = errors.sublist(1)..sort();
  return 'init $init, first error ${errors.first}, later ones ${later[later.length ~/ 2]}, '
      'a breadcrumb ${(breadcrumbs / count).toStringAsFixed(2)}';
}

int timeOf(void Function() work) {
  final watch = Stopwatch()..start();
  work();
  return watch.elapsedMicroseconds;
}

(Object, StackTrace) failAt(int depth, int number) {
  try {
    return depth == 0 ? throw StateError('failure $number') : failAt(depth - 1, number);
  } catch (error, stackTrace) {
    return (error, stackTrace);
  }
}
