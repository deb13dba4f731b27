import 'package:bugle/integrations.dart';
import 'package:flutter/gestures.dart';
import 'package:flutter/rendering.dart';
import 'package:flutter/widgets.dart';

import 'screen.dart';

/// Records taps as breadcrumbs by the nearest key and the type of its widget, never by text. Those on masked widgets
/// are not recorded.
final class Taps {
  Taps(this._client);

  final Client _client;

  /// Where each pointer that is down began.
  final Map<int, Offset> _began = {};

  void install() {
    final router = GestureBinding.instance.pointerRouter;
    void follow(PointerEvent event) => _client.guard(() => _follow(event));
    router.addGlobalRoute(follow);
    _client.onClose(() => router.removeGlobalRoute(follow));
  }

  void _follow(PointerEvent event) {
    if (event is PointerDownEvent) {
      _began[event.pointer] = event.position;
    } else if (event is PointerUpEvent || event is PointerCancelEvent) {
      final began = _began.remove(event.pointer);
      final isTap = event is PointerUpEvent && began != null && (event.position - began).distance <= kTouchSlop;
      final name = isTap ? _nameAt(event.position, event.viewId) : null;
      if (name != null) _client.addBreadcrumb(category: 'ui.tap', message: name);
    }
  }
}

/// Names the widget at a position: the innermost with a key, else the one that a gesture detector makes react.
String? _nameAt(Offset position, int viewId) {
  final widgets = _widgetsAt(position, viewId);
  if (widgets.any((widget) => widget is BugleMask)) return null;
  for (final widget in widgets.reversed) {
    if (widget.key case ValueKey<Object?>(:final value) when value is String || value is int) {
      return '${_typeOf(widget) ?? ''} #${toText(value, 100)}'.trim();
    }
  }
  final reacting = widgets.lastIndexWhere((widget) => widget is GestureDetector);
  return reacting == -1 ? null : widgets.take(reacting).toList().reversed.map(_typeOf).nonNulls.firstOrNull;
}

/// The widgets around a position, outermost first.
List<Widget> _widgetsAt(Offset position, int viewId) {
  final hit = HitTestResult();
  GestureBinding.instance.hitTestInView(hit, position, viewId);
  final innermost = hit.path.firstOrNull?.target;
  // Not the path itself, in which transforms are missing.
  final drawn = <RenderObject>{};
  for (RenderObject? one = innermost is RenderObject ? innermost : null; one != null; one = one.parent) drawn.add(one);
  final widgets = <Widget>[];
  for (Element? next = WidgetsBinding.instance.rootElement; next != null && drawn.isNotEmpty;) {
    widgets.add(next.widget);
    Element? inner;
    next.visitChildElements((child) {
      final object = child.renderObject;
      // Nothing is drawn by the elements above the view.
      if (object == null || drawn.contains(object)) inner = child;
    });
    next = inner;
  }
  return widgets;
}

/// The type of a widget; null if it is private, or obfuscated, which leaves no more than three letters.
String? _typeOf(Widget widget) {
  final name = toText(widget.runtimeType, 100);
  return name.startsWith('_') || name.startsWith('minified:') || name.length < 4 ? null : name;
}
