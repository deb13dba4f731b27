/// The members of Flutter that bugle_flutter uses, with the behavior that their documentation states. Written from that
/// documentation; nothing here is Flutter's. A member that is not here does not compile.
library;

/// https://api.flutter.dev/flutter/foundation/kDebugMode-constant.html
const bool kDebugMode = false;

/// https://api.flutter.dev/flutter/foundation/kProfileMode-constant.html
const bool kProfileMode = false;

/// https://api.flutter.dev/flutter/foundation/kIsWeb-constant.html
const bool kIsWeb = false;

/// https://api.flutter.dev/flutter/foundation/compute.html
Future<R> compute<M, R>(R Function(M message) callback, M message, {String? debugLabel}) async => callback(message);

/// https://api.flutter.dev/flutter/foundation/DiagnosticsNode-class.html
class DiagnosticsNode {
  /// https://api.flutter.dev/flutter/foundation/DiagnosticsNode/DiagnosticsNode.message.html
  DiagnosticsNode.message(this._text);

  final String _text;

  /// https://api.flutter.dev/flutter/foundation/DiagnosticsNode/toDescription.html
  String toDescription() => _text;
}

/// https://api.flutter.dev/flutter/foundation/FlutterErrorDetails-class.html
class FlutterErrorDetails {
  /// https://api.flutter.dev/flutter/foundation/FlutterErrorDetails/FlutterErrorDetails.html
  const FlutterErrorDetails({
    required this.exception,
    this.stack,
    this.library = 'Flutter framework',
    this.context,
    this.silent = false,
    this.informationCollector,
  });

  /// https://api.flutter.dev/flutter/foundation/FlutterErrorDetails/exception.html
  final Object exception;

  /// https://api.flutter.dev/flutter/foundation/FlutterErrorDetails/stack.html
  final StackTrace? stack;

  /// https://api.flutter.dev/flutter/foundation/FlutterErrorDetails/library.html
  final String? library;

  /// https://api.flutter.dev/flutter/foundation/FlutterErrorDetails/context.html
  final DiagnosticsNode? context;

  /// https://api.flutter.dev/flutter/foundation/FlutterErrorDetails/silent.html
  final bool silent;

  /// https://api.flutter.dev/flutter/foundation/FlutterErrorDetails/informationCollector.html
  final Iterable<DiagnosticsNode> Function()? informationCollector;
}

/// https://api.flutter.dev/flutter/foundation/FlutterError-class.html
class FlutterError extends Error {
  /// https://api.flutter.dev/flutter/foundation/FlutterError/FlutterError.html
  FlutterError(this.message);

  /// https://api.flutter.dev/flutter/foundation/FlutterError/message.html
  final String message;

  /// https://api.flutter.dev/flutter/foundation/FlutterError/onError.html
  static void Function(FlutterErrorDetails details)? onError = presentError;

  /// https://api.flutter.dev/flutter/foundation/FlutterError/presentError.html
  static void Function(FlutterErrorDetails details) presentError = (details) => presented.add(details);

  @override
  String toString() => message;
}

/// https://api.flutter.dev/flutter/dart-ui/PlatformDispatcher-class.html
class PlatformDispatcher {
  /// https://api.flutter.dev/flutter/dart-ui/PlatformDispatcher/onError.html
  bool Function(Object exception, StackTrace stackTrace)? onError;
}

/// Only in the stub: what the default handler was given.
final List<FlutterErrorDetails> presented = [];
