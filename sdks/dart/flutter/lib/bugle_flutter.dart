/// Reports errors of a Flutter app to a Bugle server.
library;

export 'package:bugle/bugle.dart';

export 'src/bugle_flutter.dart' show BugleFlutter;
export 'src/navigator_observer.dart' show BugleNavigatorObserver;
export 'src/screen.dart' show BugleMask, BugleScreen;
