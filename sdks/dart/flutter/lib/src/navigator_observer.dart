import 'package:bugle/bugle.dart';
import 'package:bugle/integrations.dart';
import 'package:flutter/widgets.dart';

/// Records the app's screens by the names of their routes, never with their arguments. The current one is in
/// `contexts.screen`.
///
/// ```dart
/// MaterialApp(navigatorObservers: [BugleNavigatorObserver()])
/// ```
class BugleNavigatorObserver extends NavigatorObserver {
  @override
  void didPush(Route<dynamic> route, Route<dynamic>? previousRoute) => _note('push', route, previousRoute);

  @override
  void didPop(Route<dynamic> route, Route<dynamic>? previousRoute) => _note('pop', previousRoute, route);

  @override
  void didRemove(Route<dynamic> route, Route<dynamic>? previousRoute) => _note('remove', previousRoute, route);

  @override
  void didReplace({Route<dynamic>? newRoute, Route<dynamic>? oldRoute}) => _note('replace', newRoute, oldRoute);

  void _note(String how, Route<dynamic>? to, Route<dynamic>? from) {
    final client = Bugle.client;
    client?.guard(() {
      final (name, former) = (_nameOf(to), _nameOf(from));
      client.addBreadcrumb(
        category: 'navigation',
        message: '$former → $name',
        data: {'how': how},
        scope: client.root,
      );
      client.root.setContext('screen', to == null ? null : {'name': name});
    });
  }
}

/// A route without a name, such as go_router's, has the key of its page.
String _nameOf(Route<dynamic>? route) {
  final settings = route?.settings;
  final name = settings?.name;
  if (name != null && name.isNotEmpty) return _withoutQuery(name);
  final key = settings is Page<dynamic> ? settings.key : null;
  if (key is ValueKey<String> && key.value.isNotEmpty) return _withoutQuery(key.value);
  return route == null ? 'none' : 'unnamed';
}

String _withoutQuery(String name) => toText(name.split(RegExp('[?#]')).first, 200);
