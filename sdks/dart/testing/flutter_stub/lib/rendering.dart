/// The members of Flutter's rendering library that bugle_flutter uses; see foundation.dart.
library;

import 'dart:math';
import 'dart:typed_data';

import 'gestures.dart';

/// https://api.flutter.dev/flutter/dart-ui/Offset-class.html
class Offset {
  /// https://api.flutter.dev/flutter/dart-ui/Offset/Offset.html
  const Offset(this.dx, this.dy);

  /// https://api.flutter.dev/flutter/dart-ui/Offset/dx.html
  final double dx;

  /// https://api.flutter.dev/flutter/dart-ui/Offset/dy.html
  final double dy;

  /// https://api.flutter.dev/flutter/dart-ui/Offset/distance.html
  double get distance => sqrt(dx * dx + dy * dy);

  /// https://api.flutter.dev/flutter/dart-ui/Offset/operator_minus.html
  Offset operator -(Offset other) => Offset(dx - other.dx, dy - other.dy);

  /// https://api.flutter.dev/flutter/dart-ui/Offset/zero-constant.html
  static const Offset zero = Offset(0, 0);

  /// https://api.flutter.dev/flutter/dart-ui/Offset/operator_bitwise_and.html
  Rect operator &(Size size) => Rect._(dx, dy, dx + size.width, dy + size.height);
}

/// https://api.flutter.dev/flutter/dart-ui/Size-class.html
class Size {
  /// https://api.flutter.dev/flutter/dart-ui/Size/Size.html
  const Size(this.width, this.height);

  /// https://api.flutter.dev/flutter/dart-ui/Size/longestSide.html
  double get longestSide => width > height ? width : height;

  /// https://api.flutter.dev/flutter/dart-ui/Size/width.html
  final double width;

  /// https://api.flutter.dev/flutter/dart-ui/Size/height.html
  final double height;
}

/// https://api.flutter.dev/flutter/dart-ui/Rect-class.html
class Rect {
  const Rect._(this.left, this.top, this.right, this.bottom);

  /// https://api.flutter.dev/flutter/dart-ui/Rect/left.html
  final double left;

  /// https://api.flutter.dev/flutter/dart-ui/Rect/top.html
  final double top;

  /// https://api.flutter.dev/flutter/dart-ui/Rect/right.html
  final double right;

  /// https://api.flutter.dev/flutter/dart-ui/Rect/bottom.html
  final double bottom;

  @override
  bool operator ==(Object other) => '$other' == '$this';

  @override
  int get hashCode => '$this'.hashCode;

  @override
  String toString() => '$left $top $right $bottom';
}

/// https://api.flutter.dev/flutter/vector_math_64/Matrix4-class.html
class Matrix4 {
  /// Only in the stub: a move.
  Matrix4.shift(this.dx, this.dy);

  /// Only in the stub.
  final double dx;

  /// Only in the stub.
  final double dy;
}

/// https://api.flutter.dev/flutter/painting/MatrixUtils-class.html
abstract final class MatrixUtils {
  /// https://api.flutter.dev/flutter/painting/MatrixUtils/transformRect.html
  static Rect transformRect(Matrix4 transform, Rect rect) => Rect._(
        rect.left + transform.dx,
        rect.top + transform.dy,
        rect.right + transform.dx,
        rect.bottom + transform.dy,
      );
}

/// https://api.flutter.dev/flutter/rendering/RenderObject-class.html
class RenderObject implements HitTestTarget {
  /// https://api.flutter.dev/flutter/rendering/RenderObject/attached.html
  bool attached = true;

  /// https://api.flutter.dev/flutter/rendering/RenderObject/parent.html
  RenderObject? parent;
}

/// https://api.flutter.dev/flutter/rendering/RenderBox-class.html
class RenderBox extends RenderObject {
  /// Only in the stub.
  RenderBox(this.size, this.position);

  /// Only in the stub: in the coordinates of every ancestor.
  Offset position;

  /// https://api.flutter.dev/flutter/rendering/RenderBox/size.html
  final Size size;

  /// https://api.flutter.dev/flutter/rendering/RenderBox/hasSize.html
  bool get hasSize => true;

  /// https://api.flutter.dev/flutter/rendering/RenderObject/getTransformTo.html
  Matrix4 getTransformTo(RenderObject? ancestor) => Matrix4.shift(position.dx, position.dy);
}

/// https://api.flutter.dev/flutter/dart-ui/Image-class.html
class Image {
  /// Only in the stub.
  Image(this.width, this.height, this._pixels);

  /// https://api.flutter.dev/flutter/dart-ui/Image/width.html
  final int width;

  /// https://api.flutter.dev/flutter/dart-ui/Image/height.html
  final int height;
  final Uint8List _pixels;

  /// https://api.flutter.dev/flutter/dart-ui/Image/toByteData.html
  Future<ByteData?> toByteData() async => ByteData.sublistView(_pixels);

  /// https://api.flutter.dev/flutter/dart-ui/Image/dispose.html
  void dispose() => isDisposed = true;

  /// Only in the stub.
  bool isDisposed = false;
}

/// https://api.flutter.dev/flutter/rendering/RenderRepaintBoundary-class.html
class RenderRepaintBoundary extends RenderBox {
  /// Only in the stub.
  RenderRepaintBoundary(Size size, this.draw) : super(size, Offset.zero);

  /// Only in the stub: draws the picture.
  Image Function(double pixelRatio) draw;

  /// https://api.flutter.dev/flutter/rendering/RenderRepaintBoundary/toImage.html
  Future<Image> toImage({double pixelRatio = 1.0}) async => draw(pixelRatio);
}
