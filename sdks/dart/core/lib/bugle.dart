/// Reports errors of a Dart program to a Bugle server.
library;

export 'src/bugle.dart' show Bugle;
export 'src/event.dart';
export 'src/options.dart' show BugleOptions;
export 'src/scope.dart' show BugleScope;
