// Usage: TOKEN=… ENDPOINT=… STORE=… dart bugle.dart [crash]
// The shop with our SDK.
import 'dart:io';

import 'package:bugle/bugle.dart';

import 'shop.dart';

void main(List<String> arguments) {
  final settings = Platform.environment;
  Bugle.runGuarded(
    () async {
      await keepShop(BugleTracker());
      if (arguments.contains('crash')) checkOut({});
    },
    options: BugleOptions(
      token: settings['TOKEN']!,
      endpoint: settings['ENDPOINT']!,
      appId: 'com.example.shop',
      release: 'shop@4.2.0',
      dist: '7',
      environment: 'staging',
      storeDirectory: settings['STORE'],
      // A loaded machine takes longer than the default.
      exitTimeout: const Duration(minutes: 1),
    ),
  );
}

class BugleTracker implements Tracker {
  @override
  Future<void> identify(String id) async => Bugle.setUser(id);

  @override
  Future<void> tag(String name, String value) async => Bugle.setTag(name, value);

  @override
  Future<void> context(String name, Map<String, Object> facts) async => Bugle.setContext(name, facts);

  @override
  Future<void> crumb(String category, String message) async =>
      Bugle.addBreadcrumb(category: category, message: message);

  @override
  Future<Object?> capture(Object error, StackTrace stackTrace, {required String file, required String text}) async {
    final hint = BugleHint(attachments: [BugleAttachment.text(file, text, type: 'application/json')]);
    return Bugle.captureException(error, stackTrace: stackTrace, hint: hint);
  }

  @override
  Future<void> feedback(String message, {required String name, required String email, required Object? eventId}) async =>
      Bugle.captureFeedback(message, name: name, email: email, eventId: eventId as String?);

  @override
  Future<void> say(String message) async => Bugle.captureMessage(message, level: BugleLevel.warning);

  @override
  Future<void> Function(String, String, Future<void> Function()) get monitor =>
      (slug, schedule, job) => Bugle.withMonitor(slug, job, schedule: schedule);

  @override
  Future<void> flush() async => Bugle.flush(const Duration(minutes: 1));
}
