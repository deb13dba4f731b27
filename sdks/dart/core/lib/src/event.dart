import 'dart:convert';

/// The event on the wire, in the wire's spelling (docs/ingest.md), as JSON.
typedef BugleEvent = Map<String, Object?>;

/// Severity, most severe first.
enum BugleLevel { fatal, error, warning, info }

/// Something that happened before an error.
final class BugleBreadcrumb {
  const BugleBreadcrumb({required this.category, required this.message, required this.ts, this.data});

  /// Kind of breadcrumb, such as `http`, `navigation` or `console`.
  final String category;
  final String message;

  /// Epoch milliseconds.
  final int ts;
  final Map<String, Object?>? data;

  Map<String, Object?> toJson() => {
        'category': category,
        'message': message,
        'ts': ts,
        if (data != null) 'data': data,
      };
}

/// How an error was caught.
final class BugleMechanism {
  const BugleMechanism(this.type, {required this.handled});

  final String type;
  final bool handled;

  Map<String, Object?> toJson() => {'type': type, 'handled': handled};
}

/// Additions to the scope for one error, and how it was caught.
final class BugleHint {
  const BugleHint({
    this.tags,
    this.userId,
    this.contexts,
    this.level,
    this.extra,
    this.fingerprint,
    this.mechanism,
    this.screenshot,
    this.attachments,
  });

  /// Added to the scope's tags.
  final Map<String, Object?>? tags;

  /// Replaces the scope's user.
  final String? userId;

  /// Added to the scope's contexts.
  final Map<String, Object?>? contexts;
  final BugleLevel? level;

  /// Extra data by name.
  final Map<String, Object?>? extra;

  /// Overrides grouping; `{{ default }}` stands for Bugle's own fingerprint.
  final List<String>? fingerprint;
  final BugleMechanism? mechanism;

  /// JPEG, base64.
  final String? screenshot;

  /// Files of this event, before those of the scope.
  final List<BugleAttachment>? attachments;
}

/// A file that is kept with an event: at most 1 MiB, five of an event. Its content is sent as it is.
final class BugleAttachment {
  const BugleAttachment(this.name, this.data, {this.type = 'application/octet-stream'});

  /// A file of text.
  BugleAttachment.text(this.name, String text, {this.type = 'text/plain'}) : data = utf8.encode(text);

  final String name;
  final List<int> data;

  /// Its media type.
  final String type;
}

/// An error whose type name survives obfuscation, with causes and fields if it has any.
///
/// ```dart
/// class PaymentDeclined implements Exception, BugleNamed {
///   @override
///   String get bugleType => 'PaymentDeclined';
/// }
/// ```
abstract interface class BugleNamed {
  String get bugleType;
}

/// Facts about an error that only the app knows, returned by [BugleOptions.describeError].
final class BugleErrorFacts {
  const BugleErrorFacts({this.type, this.message, this.cause, this.causeStackTrace, this.fields});

  /// Replaces the type's name, which obfuscation shortens.
  final String? type;

  /// Replaces the text of `toString()`.
  final String? message;

  /// The error that led to this one.
  final Object? cause;
  final StackTrace? causeStackTrace;

  /// Fields that identify the failure, such as `code` and `status`; sent in `extra.error`.
  final Map<String, Object?>? fields;
}
