export 'stub/runtime.dart' if (dart.library.io) 'io/runtime.dart' if (dart.library.js_interop) 'web/runtime.dart';
