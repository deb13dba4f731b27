/// Exports the runtime of the platform that the program is compiled for.
library;

export 'stub/runtime.dart' if (dart.library.io) 'io/runtime.dart' if (dart.library.js_interop) 'web/runtime.dart';
