import 'dart:typed_data';

import 'scrub.dart';

const _maxDepth = 8;
const maxKeys = 100;

/// Values copied, where 200 characters of text count as one: about a megabyte.
const _maxValues = 5000;

/// Copies host data as plain JSON and never throws. Circles, throwing getters, functions, and huge or deep values are
/// named instead of followed; values under names that look secret are left out.
///
/// `values` limits the copied values; 200 characters of text count as one.
Object? toPlain(Object? value, {RegExp? scrubKeys, int values = _maxValues}) =>
    _Copy(scrubKeys, values.toDouble()).copy(value, 0);

/// Runs [toPlain] on a value that must be an object.
Map<String, Object?> toPlainObject(Object? value, {RegExp? scrubKeys, int values = _maxValues}) {
  final plain = toPlain(value, scrubKeys: scrubKeys, values: values);
  return plain is Map<String, Object?> ? plain : {};
}

/// Whether a value is JSON's number, boolean or null.
bool isScalar(Object? value) => value == null || value is bool || value is int || (value is double && value.isFinite);

final class _Copy {
  _Copy(this.scrubKeys, this.left);

  final RegExp? scrubKeys;
  double left;
  final List<Object> above = [];

  Object? copy(Object? given, int depth) {
    left -= 1;
    if (given is String) return copyText(given);
    if (isScalar(given)) return given;
    if (given is Function) return '[function]';
    if (above.any((one) => identical(one, given))) return '[circular]';
    if (depth >= _maxDepth || left < 0) return '[…]';
    above.add(given!);
    try {
      return copyObject(given, depth);
    } catch (_) {
      return '[unreadable]';
    } finally {
      above.removeLast();
    }
  }

  String copyText(String text) {
    left -= text.length / 200;
    return left < 0 ? '[…]' : cleanText(text);
  }

  Object? copyObject(Object given, int depth) => switch (given) {
        DateTime() => given.toUtc().toIso8601String(),
        Duration() => given.inMilliseconds,
        Enum() => given.name,
        Uri() => cleanUrl('$given'),
        TypedData() => '[${given.lengthInBytes} bytes]',
        Map() => copyMap(given, depth),
        Iterable() => [for (final one in given.take(maxKeys)) copy(one, depth + 1)],
        Error() || Exception() || StackTrace() || num() || BigInt() || Symbol() || Type() => cleanText(given),
        _ => copyOther(given, depth),
      };

  Map<String, Object?> copyMap(Map<Object?, Object?> given, int depth) {
    final copied = <String, Object?>{};
    for (final key in given.keys.take(maxKeys)) {
      final name = toText(key, 200);
      copied[name] = isSecretKey(name, scrubKeys) ? scrubbed : _read(given, key, depth);
    }
    return copied;
  }

  Object? _read(Map<Object?, Object?> given, Object? key, int depth) {
    try {
      return copy(given[key], depth + 1);
    } catch (_) {
      return '[unreadable]';
    }
  }

  /// Uses `toJson`, which classes have by convention, else the text.
  Object? copyOther(Object given, int depth) {
    final Object? json;
    try {
      json = (given as dynamic).toJson() as Object?;
    } on NoSuchMethodError {
      return cleanText(given);
    }
    return copy(json, depth + 1);
  }
}
