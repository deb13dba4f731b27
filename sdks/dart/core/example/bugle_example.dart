import 'dart:async';
import 'dart:io';

import 'package:bugle/bugle.dart';

/// Thrown when a shelf is empty.
class StockError implements Exception, BugleNamed {
  StockError(this.sku);

  final String sku;

  @override
  String get bugleType => 'StockError';

  @override
  String toString() => 'No stock for $sku';
}

int reserve(String sku) => throw StockError(sku);

/// Reports errors with their circumstances. The argument chooses how the program ends: `main`, `future`, `timer`, `exit`,
/// or as it should.
void main(List<String> arguments) {
  final settings = Platform.environment;
  Bugle.runGuarded(
    () => shop(arguments.firstOrNull),
    options: BugleOptions(
      token: settings['BUGLE_TOKEN'] ?? '',
      endpoint: settings['BUGLE_ENDPOINT'] ?? '',
      appId: 'com.example.shop',
      release: 'shop@4.2.0',
      environment: 'staging',
      storeDirectory: settings['BUGLE_STORE'],
      tags: const {'region': 'eu'},
      describeError: (error) => error is StockError ? const BugleErrorFacts(fields: {'code': 'E_STOCK'}) : null,
    ),
  );
}

Future<void> shop(String? ending) async {
  print('shop is open');
  Bugle.setUser('anon-7');
  await Bugle.withScope((scope) async {
    scope
      ..setTag('order', 7)
      ..setContext('order', {'items': 2, 'card_number': '4111 1111 1111 1111'})
      ..setExtra('password', 'hunter2');
    Bugle.addBreadcrumb(category: 'order', message: 'took order 7');
    await Future<void>.delayed(const Duration(milliseconds: 1));
    try {
      reserve('A-17');
    } catch (error, stackTrace) {
      Bugle.captureException(error, stackTrace: stackTrace);
    }
  });
  Bugle.captureMessage('the cache was cold', level: BugleLevel.warning);
  switch (ending) {
    case 'main':
      throw StateError('the shop fell over');
    case 'future':
      unawaited(Future.delayed(Duration.zero, () => throw StateError('nobody waits for this')));
    case 'timer':
      Timer(Duration.zero, () => throw const FormatException('no timetable', 'x', 0));
    case 'exit':
      await Bugle.flush();
      exit(3);
  }
}
