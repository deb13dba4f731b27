import 'dart:async';

/// A test runner of one page, so that the SDK depends on no package, not even for its tests.
final List<(String, FutureOr<void> Function())> _tests = [];

/// Declares a test; its name is the rule that it protects.
void test(String name, FutureOr<void> Function() body) => _tests.add((name, body));

/// Runs the declared tests whose name contains the filter; returns the number of failed ones.
Future<int> runTests([String filter = '']) async {
  var passed = 0, failed = 0;
  for (final (name, body) in _tests.where((one) => one.$1.contains(filter))) {
    try {
      await Future.sync(body).timeout(const Duration(seconds: 60));
      passed += 1;
    } catch (error, stackTrace) {
      failed += 1;
      print('FAILED $name\n  $error\n$stackTrace');
    }
  }
  print('$passed passed, $failed failed');
  return failed;
}

/// Fails unless the value is deeply equal to the expected one.
void expect(Object? value, Object? expected, [String about = '']) {
  if (!_isEqual(value, expected)) throw StateError('$about\n  expected: $expected\n  is:       $value');
}

bool _isEqual(Object? a, Object? b) {
  if (b is bool Function(Object?)) return b(a);
  if (a is Map && b is Map) return a.length == b.length && b.keys.every((key) => _isEqual(a[key], b[key]));
  if (a is List && b is List) {
    return a.length == b.length && Iterable<int>.generate(a.length).every((i) => _isEqual(a[i], b[i]));
  }
  return a == b;
}
