// Usage: DSN=… dart sentry.dart [crash]
// The shop with package:sentry, which has no monitors.
import 'dart:async';
import 'dart:convert';
import 'dart:io';

import 'package:sentry/sentry.dart';

import 'shop.dart';

Future<void> main(List<String> arguments) => Sentry.init(
      (options) => options
        ..dsn = Platform.environment['DSN']
        ..release = 'shop@4.2.0'
        ..dist = '7'
        ..environment = 'staging'
        // Otherwise a recording would hold the name of the machine.
        ..serverName = 'shop-1',
      appRunner: () async {
        await keepShop(SentryTracker());
        // Until then the SDK keeps the program alive.
        if (!arguments.contains('crash')) return Sentry.close();
        final before = Sentry.lastEventId;
        Timer.run(() => checkOut({}));
        while (Sentry.lastEventId == before) {
          await Future<void>.delayed(const Duration(milliseconds: 10));
        }
        exit(1);
      },
    );

class SentryTracker implements Tracker {
  @override
  Future<void> identify(String id) async => Sentry.configureScope((scope) => scope.setUser(SentryUser(id: id)));

  @override
  Future<void> tag(String name, String value) async => Sentry.configureScope((scope) => scope.setTag(name, value));

  @override
  Future<void> context(String name, Map<String, Object> facts) async =>
      Sentry.configureScope((scope) => scope.setContexts(name, facts));

  @override
  Future<void> crumb(String category, String message) =>
      Sentry.addBreadcrumb(Breadcrumb(category: category, message: message));

  @override
  Future<Object?> capture(Object error, StackTrace stackTrace, {required String file, required String text}) {
    final attachment = SentryAttachment.fromIntList(utf8.encode(text), file, contentType: 'application/json');
    return Sentry.captureException(error, stackTrace: stackTrace, hint: Hint.withAttachment(attachment));
  }

  @override
  Future<void> feedback(String message, {required String name, required String email, required Object? eventId}) async {
    final about = eventId as SentryId?;
    await Sentry.captureFeedback(
      SentryFeedback(message: message, name: name, contactEmail: email, associatedEventId: about),
    );
  }

  @override
  Future<void> say(String message) async => Sentry.captureMessage(message, level: SentryLevel.warning);

  @override
  Null get monitor => null;

  /// Each of its calls has waited for its response.
  @override
  Future<void> flush() async {}
}
