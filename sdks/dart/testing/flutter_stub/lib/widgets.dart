/// The members of Flutter's widgets library that bugle_flutter uses; see foundation.dart.
library;

import 'foundation.dart';
import 'rendering.dart';

/// https://api.flutter.dev/flutter/foundation/Key-class.html
class Key {
  /// Only in the stub: that of Flutter makes a `ValueKey`.
  const Key();
}

/// https://api.flutter.dev/flutter/widgets/GlobalKey-class.html
class GlobalKey<T> extends Key {
  /// https://api.flutter.dev/flutter/widgets/GlobalKey/GlobalKey.html
  GlobalKey();

  /// https://api.flutter.dev/flutter/widgets/GlobalKey/currentContext.html
  BuildContext? currentContext;
}

/// https://api.flutter.dev/flutter/widgets/BuildContext-class.html
class BuildContext {
  /// Only in the stub.
  BuildContext(this._object);

  final RenderObject? _object;

  /// https://api.flutter.dev/flutter/widgets/BuildContext/findRenderObject.html
  RenderObject? findRenderObject() => _object;
}

/// https://api.flutter.dev/flutter/widgets/Element-class.html
class Element extends BuildContext {
  /// Only in the stub.
  Element(this.widget, super.object, [this._children = const []]);

  /// https://api.flutter.dev/flutter/widgets/Element/widget.html
  final Widget widget;

  final List<Element> _children;

  /// https://api.flutter.dev/flutter/widgets/Element/renderObject.html
  RenderObject? get renderObject => _object;

  /// https://api.flutter.dev/flutter/widgets/Element/visitChildElements.html
  void visitChildElements(void Function(Element element) visitor) => _children.forEach(visitor);
}

/// https://api.flutter.dev/flutter/widgets/Widget-class.html
class Widget {
  /// https://api.flutter.dev/flutter/widgets/Widget/Widget.html
  const Widget({this.key});

  /// https://api.flutter.dev/flutter/widgets/Widget/key.html
  final Key? key;
}

/// https://api.flutter.dev/flutter/widgets/StatelessWidget-class.html
abstract class StatelessWidget extends Widget {
  /// https://api.flutter.dev/flutter/widgets/StatelessWidget/StatelessWidget.html
  const StatelessWidget({super.key});

  /// https://api.flutter.dev/flutter/widgets/StatelessWidget/build.html
  Widget build(BuildContext context);
}

/// https://api.flutter.dev/flutter/widgets/StatefulWidget-class.html
abstract class StatefulWidget extends Widget {
  /// https://api.flutter.dev/flutter/widgets/StatefulWidget/StatefulWidget.html
  const StatefulWidget({super.key});

  /// https://api.flutter.dev/flutter/widgets/StatefulWidget/createState.html
  State createState();
}

/// https://api.flutter.dev/flutter/widgets/State-class.html
abstract class State<T extends StatefulWidget> {
  /// https://api.flutter.dev/flutter/widgets/State/widget.html
  late T widget;

  /// https://api.flutter.dev/flutter/widgets/State/context.html
  late BuildContext context;

  /// https://api.flutter.dev/flutter/widgets/State/initState.html
  void initState() {}

  /// https://api.flutter.dev/flutter/widgets/State/dispose.html
  void dispose() {}

  /// https://api.flutter.dev/flutter/widgets/State/build.html
  Widget build(BuildContext context);
}

/// https://api.flutter.dev/flutter/widgets/RepaintBoundary-class.html
class RepaintBoundary extends Widget {
  /// https://api.flutter.dev/flutter/widgets/RepaintBoundary/RepaintBoundary.html
  const RepaintBoundary({super.key, this.child});

  /// https://api.flutter.dev/flutter/widgets/SingleChildRenderObjectWidget/child.html
  final Widget? child;
}

/// https://api.flutter.dev/flutter/widgets/GestureDetector-class.html
class GestureDetector extends Widget {
  /// Only in the stub.
  const GestureDetector();
}

/// https://api.flutter.dev/flutter/dart-ui/AppLifecycleState.html
enum AppLifecycleState { detached, resumed, inactive, hidden, paused }

/// https://api.flutter.dev/flutter/widgets/WidgetsBindingObserver-class.html
abstract mixin class WidgetsBindingObserver {
  /// https://api.flutter.dev/flutter/widgets/WidgetsBindingObserver/didChangeAppLifecycleState.html
  void didChangeAppLifecycleState(AppLifecycleState state) {}

  /// https://api.flutter.dev/flutter/widgets/WidgetsBindingObserver/didHaveMemoryPressure.html
  void didHaveMemoryPressure() {}
}

/// https://api.flutter.dev/flutter/widgets/WidgetsBinding-mixin.html
class WidgetsBinding {
  static final WidgetsBinding _one = WidgetsBinding();

  /// https://api.flutter.dev/flutter/widgets/WidgetsBinding/instance.html
  static WidgetsBinding get instance => _one;

  /// https://api.flutter.dev/flutter/foundation/BindingBase/platformDispatcher.html
  final PlatformDispatcher platformDispatcher = PlatformDispatcher();

  /// https://api.flutter.dev/flutter/scheduler/SchedulerBinding/lifecycleState.html
  AppLifecycleState? lifecycleState = AppLifecycleState.resumed;

  /// https://api.flutter.dev/flutter/scheduler/SchedulerBinding/endOfFrame.html
  Future<void> get endOfFrame => Future.delayed(const Duration(milliseconds: 1));

  /// https://api.flutter.dev/flutter/widgets/WidgetsBinding/rootElement.html
  Element? rootElement;

  /// Only in the stub.
  final List<WidgetsBindingObserver> observers = [];

  /// https://api.flutter.dev/flutter/widgets/WidgetsBinding/addObserver.html
  void addObserver(WidgetsBindingObserver observer) => observers.add(observer);

  /// https://api.flutter.dev/flutter/widgets/WidgetsBinding/removeObserver.html
  bool removeObserver(WidgetsBindingObserver observer) => observers.remove(observer);
}

/// https://api.flutter.dev/flutter/widgets/WidgetsFlutterBinding-class.html
abstract final class WidgetsFlutterBinding {
  /// https://api.flutter.dev/flutter/widgets/WidgetsFlutterBinding/ensureInitialized.html
  static WidgetsBinding ensureInitialized() => WidgetsBinding.instance;
}

/// https://api.flutter.dev/flutter/widgets/RouteSettings-class.html
class RouteSettings {
  /// https://api.flutter.dev/flutter/widgets/RouteSettings/RouteSettings.html
  const RouteSettings({this.name, this.arguments});

  /// https://api.flutter.dev/flutter/widgets/RouteSettings/name.html
  final String? name;

  /// https://api.flutter.dev/flutter/widgets/RouteSettings/arguments.html
  final Object? arguments;
}

/// https://api.flutter.dev/flutter/foundation/ValueKey-class.html
class ValueKey<T> extends Key {
  /// https://api.flutter.dev/flutter/foundation/ValueKey/ValueKey.html
  const ValueKey(this.value);

  /// https://api.flutter.dev/flutter/foundation/ValueKey/value.html
  final T value;
}

/// https://api.flutter.dev/flutter/widgets/Page-class.html
class Page<T> extends RouteSettings {
  /// https://api.flutter.dev/flutter/widgets/Page/Page.html
  const Page({this.key, super.name});

  /// https://api.flutter.dev/flutter/widgets/Page/key.html
  final Key? key;
}

/// https://api.flutter.dev/flutter/widgets/Route-class.html
class Route<T> {
  /// Only in the stub.
  Route(this.settings);

  /// https://api.flutter.dev/flutter/widgets/Route/settings.html
  final RouteSettings settings;
}

/// https://api.flutter.dev/flutter/widgets/NavigatorObserver-class.html
class NavigatorObserver {
  /// https://api.flutter.dev/flutter/widgets/NavigatorObserver/didPush.html
  void didPush(Route<dynamic> route, Route<dynamic>? previousRoute) {}

  /// https://api.flutter.dev/flutter/widgets/NavigatorObserver/didPop.html
  void didPop(Route<dynamic> route, Route<dynamic>? previousRoute) {}

  /// https://api.flutter.dev/flutter/widgets/NavigatorObserver/didRemove.html
  void didRemove(Route<dynamic> route, Route<dynamic>? previousRoute) {}

  /// https://api.flutter.dev/flutter/widgets/NavigatorObserver/didReplace.html
  void didReplace({Route<dynamic>? newRoute, Route<dynamic>? oldRoute}) {}
}
