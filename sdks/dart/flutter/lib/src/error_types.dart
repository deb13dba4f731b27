import 'package:flutter/foundation.dart';
import 'package:flutter/services.dart';

/// Names of Flutter's error types, which obfuscation shortens.
final List<(bool Function(Object error), String)> flutterErrorTypes = [
  ((error) => error is PlatformException, 'PlatformException'),
  ((error) => error is MissingPluginException, 'MissingPluginException'),
  ((error) => error is FlutterError, 'FlutterError'),
];

/// Fields that identify the failure; `details` of a PlatformException may hold anything and stays in the app.
Map<String, Object?>? flutterErrorFields(Object error) => error is PlatformException ? {'code': error.code} : null;
