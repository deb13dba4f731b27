import 'dart:io';

import '../../tool/test.dart';
import 'client_test.dart';
import 'conformance_test.dart';
import 'io_test.dart';
import 'items_test.dart';
import 'situations.dart';
import 'store_test.dart';

/// Runs all tests, and writes the events of the situations for the test of their schema.
///
/// Usage: dart all.dart CONFORMANCE OUTPUT
Future<void> main(List<String> arguments) async {
  final [conformance, output] = arguments;
  clientTests();
  scrubTests(conformance);
  imageTests(conformance);
  storeTests();
  ioTests();
  itemTests(conformance);
  final failed = await runTests();
  await writeSituations('$conformance/events/situations.json', output);
  exit(failed == 0 ? 0 : 1);
}
