import 'package:flutter/rendering.dart';
import 'package:flutter/widgets.dart';

/// Key of the app's boundary, whose picture is taken.
final GlobalKey screenKey = GlobalKey();

/// Contexts of the masks on the screen.
final Set<BuildContext> masks = {};

/// Put around the app, lets Bugle take its picture; see `BugleFlutter.init(screenshots: true)`.
class BugleScreen extends StatelessWidget {
  const BugleScreen({required this.child, super.key});

  final Widget child;

  @override
  Widget build(BuildContext context) => RepaintBoundary(key: screenKey, child: child);
}

/// Covers its child on screenshots: put it around everything that must not leave the device.
class BugleMask extends StatefulWidget {
  const BugleMask({required this.child, super.key});

  final Widget child;

  @override
  State<BugleMask> createState() => _MaskState();
}

class _MaskState extends State<BugleMask> {
  @override
  void initState() {
    super.initState();
    masks.add(context);
  }

  @override
  void dispose() {
    masks.remove(context);
    super.dispose();
  }

  @override
  Widget build(BuildContext context) => widget.child;
}

/// The rectangles that masks cover, in the boundary's coordinates; null if one of them cannot be found.
List<Rect>? maskedRects(RenderObject boundary) {
  final rects = <Rect>[];
  for (final mask in masks) {
    final box = mask.findRenderObject();
    if (box is! RenderBox || !box.attached || !box.hasSize) return null;
    rects.add(MatrixUtils.transformRect(box.getTransformTo(boundary), Offset.zero & box.size));
  }
  return rects;
}
