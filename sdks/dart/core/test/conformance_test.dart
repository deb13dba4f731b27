import 'dart:convert';
import 'dart:io';

import 'package:bugle/src/debug_meta.dart';
import 'package:bugle/src/scrub.dart';

import '../../tool/test.dart';

/// Holds the images of compiled stacks to conformance/dart.
void imageTests(String conformance) {
  final cases = jsonDecode(File('$conformance/dart/aot.json').readAsStringSync()) as List<Object?>;
  test('images of ten compiled stacks', () {
    expect(cases.length, 10);
    for (final one in cases) {
      final {'name': name, 'stack': stack as String, 'image': image} = one! as Map<String, Object?>;
      expect(debugMeta([stack]), image == null ? null : {'images': [image]}, '$name');
    }
  });
}

/// Holds scrubbing to conformance/scrub, which all SDKs share.
void scrubTests(String conformance) {
  final cases = jsonDecode(File('$conformance/scrub/cases.json').readAsStringSync()) as Map<String, Object?>;
  List<Object?> list(String name) => cases[name]! as List<Object?>;
  test('URLs and texts are scrubbed as in all SDKs', () {
    for (final one in list('urls')) expect(cleanUrl((one! as List)[0] as String), (one as List)[1]);
    for (final one in list('texts')) expect(cleanText((one! as List)[0]), (one as List)[1]);
  });
  test('the expressions are those that all SDKs and the server share', () {
    final rule = jsonDecode(File('$conformance/scrub/rule.json').readAsStringSync()) as Map<String, Object?>;
    for (final MapEntry(key: part, value: own) in {'urls': scrubRule.urls, 'secrets': scrubRule.secrets}.entries) {
      expect([
        for (final ScrubExpression(:expression, :replacement) in own)
          {
            'pattern': expression.pattern,
            'ignore_case': !expression.isCaseSensitive,
            'replacement': replacement,
          },
      ], rule[part]);
    }
  });
  test('hostile texts are scrubbed', () {
    for (final unit in list('hostile')) {
      final text = '$unit' * (200000 ~/ '$unit'.length);
      expect(cleanText(text, text.length) == '[unreadable]', false, '$unit');
    }
  });
  test('secret names are those of all SDKs', () {
    for (final key in list('secret')) expect(isSecretKey('$key'), true, '$key');
    for (final key in list('plain')) {
      expect(isSecretKey('$key'), false, '$key');
      expect(isSecretKey('$key', RegExp('$key')), true, '$key');
    }
  });
}
