/// The members of Flutter's services library that bugle_flutter uses; see foundation.dart.
library;

/// https://api.flutter.dev/flutter/services/PlatformException-class.html
class PlatformException implements Exception {
  /// https://api.flutter.dev/flutter/services/PlatformException/PlatformException.html
  PlatformException({required this.code, this.message});

  /// https://api.flutter.dev/flutter/services/PlatformException/code.html
  final String code;

  /// https://api.flutter.dev/flutter/services/PlatformException/message.html
  final String? message;
}

/// https://api.flutter.dev/flutter/services/MissingPluginException-class.html
class MissingPluginException implements Exception {
  /// https://api.flutter.dev/flutter/services/MissingPluginException/MissingPluginException.html
  MissingPluginException([this.message]);

  /// https://api.flutter.dev/flutter/services/MissingPluginException/message.html
  final String? message;
}
