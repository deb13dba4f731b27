/// The members of Flutter's gestures library that bugle_flutter uses; see foundation.dart.
library;

import 'rendering.dart';

/// https://api.flutter.dev/flutter/gestures/kTouchSlop-constant.html
const double kTouchSlop = 18;

/// https://api.flutter.dev/flutter/gestures/HitTestTarget-class.html
abstract interface class HitTestTarget {}

/// https://api.flutter.dev/flutter/gestures/HitTestEntry-class.html
class HitTestEntry {
  /// https://api.flutter.dev/flutter/gestures/HitTestEntry/HitTestEntry.html
  HitTestEntry(this.target);

  /// https://api.flutter.dev/flutter/gestures/HitTestEntry/target.html
  final HitTestTarget target;
}

/// https://api.flutter.dev/flutter/gestures/HitTestResult-class.html
class HitTestResult {
  /// https://api.flutter.dev/flutter/gestures/HitTestResult/HitTestResult.html
  HitTestResult();

  final List<HitTestEntry> _path = [];

  /// https://api.flutter.dev/flutter/gestures/HitTestResult/path.html
  Iterable<HitTestEntry> get path => _path;

  /// https://api.flutter.dev/flutter/gestures/HitTestResult/add.html
  void add(HitTestEntry entry) => _path.add(entry);
}

/// https://api.flutter.dev/flutter/gestures/PointerEvent-class.html
abstract class PointerEvent {
  /// Only in the stub.
  const PointerEvent(this.pointer, this.position);

  /// https://api.flutter.dev/flutter/gestures/PointerEvent/pointer.html
  final int pointer;

  /// https://api.flutter.dev/flutter/gestures/PointerEvent/position.html
  final Offset position;

  /// https://api.flutter.dev/flutter/gestures/PointerEvent/viewId.html
  int get viewId => 0;
}

/// https://api.flutter.dev/flutter/gestures/PointerDownEvent-class.html
class PointerDownEvent extends PointerEvent {
  /// Only in the stub.
  const PointerDownEvent(super.pointer, super.position);
}

/// https://api.flutter.dev/flutter/gestures/PointerUpEvent-class.html
class PointerUpEvent extends PointerEvent {
  /// Only in the stub.
  const PointerUpEvent(super.pointer, super.position);
}

/// https://api.flutter.dev/flutter/gestures/PointerCancelEvent-class.html
class PointerCancelEvent extends PointerEvent {
  /// Only in the stub.
  const PointerCancelEvent(super.pointer, super.position);
}

/// https://api.flutter.dev/flutter/gestures/PointerRouter-class.html
class PointerRouter {
  final List<void Function(PointerEvent event)> _routes = [];

  /// https://api.flutter.dev/flutter/gestures/PointerRouter/addGlobalRoute.html
  void addGlobalRoute(void Function(PointerEvent event) route) => _routes.add(route);

  /// https://api.flutter.dev/flutter/gestures/PointerRouter/removeGlobalRoute.html
  void removeGlobalRoute(void Function(PointerEvent event) route) => _routes.remove(route);

  /// https://api.flutter.dev/flutter/gestures/PointerRouter/route.html
  void route(PointerEvent event) => _routes.toList().forEach((route) => route(event));
}

/// https://api.flutter.dev/flutter/gestures/GestureBinding-mixin.html
class GestureBinding {
  static final GestureBinding _one = GestureBinding();

  /// https://api.flutter.dev/flutter/gestures/GestureBinding/instance.html
  static GestureBinding get instance => _one;

  /// https://api.flutter.dev/flutter/gestures/GestureBinding/pointerRouter.html
  final PointerRouter pointerRouter = PointerRouter();

  /// Only in the stub: what is hit, innermost first.
  List<HitTestTarget> hit = [];

  /// https://api.flutter.dev/flutter/gestures/GestureBinding/hitTestInView.html
  void hitTestInView(HitTestResult result, Offset position, int viewId) => hit.map(HitTestEntry.new).forEach(result.add);
}
