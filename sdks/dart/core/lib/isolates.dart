/// Reports errors of other isolates; for platforms with isolates, which the web is not.
library;

import 'dart:isolate';

import 'src/bugle.dart';
import 'src/io/runtime.dart' as io;

/// Errors of isolates that the program starts. Between isolates they are texts: their type is taken from the text where
/// that begins with it. An isolate that calls `Bugle.init` itself reports whole errors, and needs none of this.
abstract final class BugleIsolates {
  /// The port for `Isolate.spawn(onError:)`. It does not keep the program alive.
  ///
  /// ```dart
  /// await Isolate.spawn(work, job, onError: BugleIsolates.errors);
  /// ```
  static SendPort get errors => io.isolateErrors(() => Bugle.client);

  /// Reports the errors of a running isolate.
  static void watch(Isolate isolate) => isolate.addErrorListener(errors);
}
