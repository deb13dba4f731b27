// Usage: dart stacks.dart (prints JSON)
import 'dart:async';
import 'dart:convert';

class Declined implements Exception {
  Declined(this.text);
  final String text;
  @override
  String toString() => 'Declined: $text';
}

class Cart {
  Cart([bool isBroken = false]) {
    if (isBroken) throw ArgumentError('broken');
  }
  Cart.empty() : this(true);
  factory Cart.made() => throw Declined('factory');
  void pay(int cents) => _charge(cents);
  void _charge(int cents) => throw Declined('declined $cents');
  static void all() => throw StateError('static');
  int get total => throw Declined('getter');
  set total(int value) => throw Declined('setter');
  int operator [](String key) => throw Declined(key);
  Cart operator +(Cart other) => throw Declined('operator');
  @override
  dynamic noSuchMethod(Invocation invocation) => throw Declined('missing');
  Future<void> payLater() async {
    await Future<void>.delayed(Duration.zero);
    pay(3);
  }
}

mixin Discounts {
  void discount() => throw Declined('mixin');
}

class Order with Discounts {}

extension on int {
  void fail() => throw Declined('extension $this');
}

void helper(String text) => throw Declined(text);
int recurse(int depth) => depth == 0 ? throw Declined('bottom') : recurse(depth - 1) + 1;
T generic<T>(T value) => throw Declined('generic');
Iterable<int> rows() sync* {
  yield 1;
  helper('rows');
}

Stream<int> stream() async* {
  yield 1;
  helper('stream');
}

Future<void> level2() async {
  await null;
  helper('async');
}

Future<void> level1() async {
  await level2();
}

final Map<String, FutureOr<void> Function()> scenarios = {
  'method': () => Cart().pay(12),
  'constructor': () => Cart(true),
  'named constructor': () => Cart.empty(),
  'factory': () => Cart.made(),
  'static method': () => Cart.all(),
  'getter': () => Cart().total,
  'setter': () => Cart().total = 3,
  'index operator': () => Cart()['x'],
  'plus operator': () => Cart() + Cart(),
  'no such method': () => (Cart() as dynamic).missing(),
  'mixin': () => Order().discount(),
  'extension': () => 3.fail(),
  'function': () => helper('x: y'),
  'generic function': () => generic<int>(1),
  'closure': () => (() => (() => helper('closure'))())(),
  'local function': () {
    void local() => helper('local');
    local();
  },
  'recursion': () => recurse(5),
  'map': () => [1, 2].map((n) => recurse(n)).toList(),
  'forEach': () => [1].forEach((n) => helper('each')),
  'sort': () => [2, 1].sort((a, b) => recurse(0)),
  'fold': () => [1, 2].fold<int>(0, (a, b) => recurse(1)),
  'sync generator': () => rows().toList(),
  'parse': () => int.parse('x'),
  'list index': () => <int>[].first,
  'json': () => jsonDecode('{'),
  'null check': () => (null as dynamic).length,
  'cast': () => (1 as dynamic) as String,
  'async function': () => level1(),
  'async method': () => Cart().payLater(),
  'stream': () => stream().toList(),
  'then': () => Future.value(1).then((_) => helper('then')),
  'microtask': () => Future.microtask(() => helper('microtask')),
  'wait': () => Future.wait([level1(), level1()]),
  'timeout': () => Completer<void>().future.timeout(const Duration(milliseconds: 1)),
  'zone': () => runZoned(() => helper('zone')),
  'rethrow': () {
    try {
      helper('rethrow');
    } catch (_) {
      rethrow;
    }
  },
};

Future<void> main() async {
  final out = [];
  for (final MapEntry(key: name, value: run) in scenarios.entries) {
    try {
      await run();
    } catch (error, stack) {
      out.add({'name': name, 'exception_type': '${error.runtimeType}', 'message': '$error', 'stack': '$stack'});
    }
  }
  print(jsonEncode(out));
}
