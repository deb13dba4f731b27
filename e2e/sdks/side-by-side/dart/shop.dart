/// The shop of shop.mjs in Dart: it reports in every way that a program has.
library;

class StockError implements Exception {
  StockError(this.sku);

  final String sku;

  @override
  String toString() => 'No stock for $sku';
}

/// An SDK by the words of the shop.
abstract interface class Tracker {
  Future<void> identify(String id);
  Future<void> tag(String name, String value);
  Future<void> context(String name, Map<String, Object> facts);
  Future<void> crumb(String category, String message);

  /// Reports an error with a file of JSON; returns the id by which a person speaks of it.
  Future<Object?> capture(Object error, StackTrace stackTrace, {required String file, required String text});
  Future<void> feedback(String message, {required String name, required String email, required Object? eventId});
  Future<void> say(String message);

  /// null: the SDK has no monitors.
  Future<void> Function(String slug, String schedule, Future<void> Function() job)? get monitor;
  Future<void> flush();
}

Never reserve(String sku) => throw StockError(sku);

/// The last function of the program, whose error nobody catches.
int checkOut(Map<String, List<String>> cart) => cart['lines']!.length;

/// Reports what the program survives.
Future<void> keepShop(Tracker tracker) async {
  await tracker.identify('u-7');
  await tracker.tag('plan', 'pro');
  await tracker.context('cart', {'items': 3});
  await tracker.crumb('order', 'took order 12');
  try {
    reserve('A-17');
  } catch (error, stackTrace) {
    final eventId = await tracker.capture(error, stackTrace, file: 'cart.json', text: '{"items":3}');
    await tracker.feedback('The button does nothing', name: 'Ann', email: 'ann@example.com', eventId: eventId);
  }
  await tracker.say('The queue is long');
  if (tracker.monitor case final monitor?) {
    await monitor('nightly', '0 3 * * *', () async {});
    await monitor('cleanup', 'every 2 hours', failingJob).onError<RangeError>((_, __) {});
  }
  await tracker.flush();
}

Future<void> failingJob() async => throw RangeError('no space left');
