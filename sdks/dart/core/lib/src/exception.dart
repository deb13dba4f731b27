import 'dart:async';
import 'dart:convert';

import 'event.dart';
import 'options.dart';
import 'plain.dart';
import 'scrub.dart';

const _maxChain = 20;
const _maxStack = 65536;

/// Whether this program was compiled with `--obfuscate`, or minified for the web: names of types are then arbitrary and
/// differ between builds.
final bool isObfuscatedBuild = '$BugleMechanism' != 'BugleMechanism';

/// One error of a chain of causes.
final class ExceptionPart {
  ExceptionPart(this.type, this.message, this.stack, {this.isTypeObfuscated = false});

  final String type, message;
  final String? stack;

  /// Whether [type] only says whether it is an `Error` or an `Exception`, because its name differs between builds.
  final bool isTypeObfuscated;

  Map<String, Object?> toJson() => {'exception_type': type, 'message': message, 'stack': stack};
}

/// Converts errors to the parts of an event.
final class ExceptionReader {
  ExceptionReader(this.options, {required this.platformTypes, this.platformFields, bool? isObfuscated})
      : isObfuscated = isObfuscated ?? isObfuscatedBuild;

  final BugleOptions options;

  /// Names of error types that only some platforms have, most specific first.
  final List<(bool Function(Object error), String)> platformTypes;

  /// Fields of errors that only some platforms have.
  final Map<String, Object?>? Function(Object error)? platformFields;
  final bool isObfuscated;

  /// Converts a thrown value to a chain: the error first, then its causes, outermost first.
  List<ExceptionPart> read(Object? thrown, StackTrace? stackTrace) {
    final parts = <ExceptionPart>[];
    final seen = <Object?>[];
    void visit(Object? value, StackTrace? stack) {
      if (parts.length >= _maxChain || seen.any((one) => identical(one, value))) return;
      seen.add(value);
      // A wrapper of the language, which says nothing itself.
      if (value is AsyncError) return visit(value.error, value.stackTrace);
      final facts = value == null ? null : _factsOf(value);
      parts.add(_partOf(value, stack ?? (value is Error ? value.stackTrace : null), facts));
      if (facts?.cause case final cause?) visit(cause, facts!.causeStackTrace);
      if (value is ParallelWaitError) {
        for (final one in _listOf(value.errors)) if (one != null) visit(one, null);
      }
    }

    visit(thrown, stackTrace);
    return parts;
  }

  /// Returns the message that an event of this value would have.
  String messageOf(Object? thrown) {
    if (!_isError(thrown)) return _describe(thrown);
    final error = thrown!;
    final facts = _factsOf(error);
    return _messageOf(error, _typeOf(error, facts).$1, facts);
  }

  /// Extracts the fields that identify the failure.
  Map<String, Object?>? detailsOf(Object? thrown) {
    if (thrown == null || thrown is String || isScalar(thrown)) return null;
    if (!_isError(thrown)) return {'thrown': toPlain(thrown, scrubKeys: options.scrubKeys)};
    final fields = <String, Object?>{
      ...?_factsOf(thrown)?.fields,
      ...?platformFields?.call(thrown),
      if (thrown is FormatException && thrown.offset != null) 'offset': thrown.offset,
    }..removeWhere((_, value) => value == null);
    return fields.isEmpty ? null : {'error': toPlainObject(fields, scrubKeys: options.scrubKeys, values: 200)};
  }

  BugleErrorFacts? _factsOf(Object error) {
    try {
      return options.describeError?.call(error);
    } catch (_) {
      return null;
    }
  }

  ExceptionPart _partOf(Object? value, StackTrace? stackTrace, BugleErrorFacts? facts) {
    final stack = _stackOf(stackTrace);
    if (facts == null && !_isError(value)) return ExceptionPart('NonError', _describe(value), stack);
    final (type, isTypeObfuscated) = _typeOf(value!, facts);
    return ExceptionPart(type, _messageOf(value, type, facts), stack, isTypeObfuscated: isTypeObfuscated);
  }

  (String, bool) _typeOf(Object error, BugleErrorFacts? facts) {
    final given = facts?.type ?? (error is BugleNamed ? _ask(() => error.bugleType) : null);
    final named = given ?? _ask(() => options.types[error.runtimeType]);
    if (named != null && named.isNotEmpty) return (toText(named, 200), false);
    final own = toText(_ask(() => '${error.runtimeType}'), 200);
    if (own == '_Exception') return ('Exception', false);
    final isPlain = !isObfuscated && !own.startsWith('minified:');
    // Private types, such as `_TypeError`, are known by their public one.
    if (isPlain && !own.startsWith('_')) return (own, false);
    for (final (isOfType, name) in [...platformTypes, ..._knownTypes]) if (isOfType(error)) return (name, false);
    if (isPlain) return (own.replaceFirst(RegExp('^_+'), ''), false);
    return (error is Error ? 'Error' : 'Exception', true);
  }

  String _messageOf(Object error, String type, BugleErrorFacts? facts) {
    final text = facts?.message ?? toText(error, _maxStack);
    // Says nothing, and differs between obfuscated builds.
    if (text.startsWith("Instance of '")) return '';
    final own = toText(_ask(() => '${error.runtimeType}'), 200);
    for (final name in {type, own, 'Exception'}) {
      if (text == name) return '';
      if (text.startsWith('$name: ')) return cleanText(text.substring(name.length + 2));
    }
    return cleanText(text);
  }

  String _describe(Object? value) {
    if (value is String || value == null || isScalar(value)) return cleanText(value);
    final plain = toPlain(value, scrubKeys: options.scrubKeys, values: 50);
    return cut(plain is String ? plain : jsonEncode(plain), 300);
  }
}

/// Whether a thrown value is more than data: everything but texts, numbers, maps, lists and records.
bool _isError(Object? value) =>
    value != null && value is! String && !isScalar(value) && value is! Map && value is! Iterable && value is! Record;

String? _ask(String? Function() question) {
  try {
    return question();
  } catch (_) {
    return null;
  }
}

List<Object?> _listOf(Object? errors) {
  if (errors is Iterable) return [...errors.take(_maxChain)];
  // A record of up to nine errors, which has no other way of being read.
  final record = errors as dynamic;
  final found = <Object?>[];
  final fields = <Object? Function()>[
    () => record.$1, () => record.$2, () => record.$3, () => record.$4, () => record.$5, //
    () => record.$6, () => record.$7, () => record.$8, () => record.$9,
  ];
  for (final field in fields) {
    try {
      found.add(field());
    } catch (_) {
      break;
    }
  }
  return found;
}

/// Returns a stack's text, whole; null for an empty one.
String? _stackOf(StackTrace? stackTrace) {
  if (stackTrace == null) return null;
  final text = toText(stackTrace, _maxStack).trimRight();
  return text.isEmpty ? null : withoutHome(withoutRoot(text));
}

String? _root;

/// Replaces the program's own directory, a `file:` URI, by `file:///` in stacks from now on.
void hideRoot(String? uri) => _root = uri == null || uri.length < 10 ? null : uri;

String withoutRoot(String text) => _root == null ? text : text.replaceAll(_root!, 'file:///');

/// Returns the stack of the host's call, without the frames of Bugle.
StackTrace callerStack() {
  final lines = '${StackTrace.current}'.split('\n');
  final first = lines.indexWhere((line) => !line.contains(_ownFrame));
  // Numbered again from zero, as the VM does.
  var index = 0;
  return StackTrace.fromString(
    lines
        .skip(first < 0 ? 0 : first)
        .map((line) => line.replaceFirstMapped(_number, (_) => '#${index++}'.padRight(8)))
        .join('\n'),
  );
}

final _ownFrame = RegExp(r'\(package:bugle(_flutter)?/');
final _number = RegExp(r'^#\d+ +');

/// Known types of the language, most specific first: their names do not survive obfuscation.
final List<(bool Function(Object), String)> _knownTypes = [
  ((e) => e is IndexError, 'IndexError'),
  ((e) => e is RangeError, 'RangeError'),
  ((e) => e is ArgumentError, 'ArgumentError'),
  ((e) => e is AssertionError, 'AssertionError'),
  ((e) => e is TypeError, 'TypeError'),
  ((e) => e is NoSuchMethodError, 'NoSuchMethodError'),
  ((e) => e is JsonCyclicError, 'JsonCyclicError'),
  ((e) => e is JsonUnsupportedObjectError, 'JsonUnsupportedObjectError'),
  ((e) => e is UnimplementedError, 'UnimplementedError'),
  ((e) => e is UnsupportedError, 'UnsupportedError'),
  ((e) => e is StateError, 'StateError'),
  ((e) => e is ConcurrentModificationError, 'ConcurrentModificationError'),
  ((e) => e is OutOfMemoryError, 'OutOfMemoryError'),
  ((e) => e is StackOverflowError, 'StackOverflowError'),
  ((e) => e is ParallelWaitError, 'ParallelWaitError'),
  ((e) => e is FormatException, 'FormatException'),
  ((e) => e is TimeoutException, 'TimeoutException'),
  ((e) => e is DeferredLoadException, 'DeferredLoadException'),
];
