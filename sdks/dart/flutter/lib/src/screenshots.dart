import 'dart:async';
import 'dart:convert';
import 'dart:math';
import 'dart:typed_data';

import 'package:bugle/bugle.dart';
import 'package:bugle/integrations.dart';
import 'package:flutter/foundation.dart';
import 'package:flutter/rendering.dart';
import 'package:flutter/widgets.dart';

import 'jpeg.dart';
import 'screen.dart';

const _longestSide = 1280.0;
const _maxJpeg = 300000;
const _between = Duration(seconds: 10);
const _timeout = Duration(milliseconds: 1500);

/// Takes pictures of the app for errors that it survives: at most one in ten seconds, none in the background.
final class Screenshots {
  Screenshots(this._client);

  final Client _client;
  final Stopwatch _sinceLast = Stopwatch();

  Future<void>? attach(BugleEvent event) {
    final binding = WidgetsBinding.instance;
    final state = binding.lifecycleState;
    if (event.containsKey('screenshot') || event['level'] == 'fatal' || event['exception_type'] == 'Message') return null;
    if (state != null && state != AppLifecycleState.resumed) return null;
    if (_sinceLast.isRunning && _sinceLast.elapsed < _between) return null;
    _sinceLast
      ..reset()
      ..start();
    var isLate = false;
    Future<void> take() async {
      await binding.endOfFrame;
      final jpeg = await _take();
      if (jpeg != null && !isLate) event['screenshot'] = base64Encode(jpeg);
    }

    return take().timeout(_timeout, onTimeout: () => isLate = true).catchError((Object failure) {
      _client.debug(failure);
    });
  }

  Future<Uint8List?> _take() async {
    final boundary = screenKey.currentContext?.findRenderObject();
    if (boundary is! RenderRepaintBoundary || !boundary.hasSize) return null;
    // Positions and picture belong to one frame: nothing runs between them. Without a mask's position, no picture.
    final rects = maskedRects(boundary);
    if (rects == null) return null;
    final ratio = min(1.0, _longestSide / boundary.size.longestSide);
    final image = await boundary.toImage(pixelRatio: ratio);
    try {
      // A picture of a moving mask might be of another frame than its position.
      final later = maskedRects(boundary);
      if (later == null || '$later' != '$rects') return null;
      final data = await image.toByteData();
      if (data == null) return null;
      final pixels = Uint8List.sublistView(data);
      for (final rect in rects) {
        _cover(pixels, image.width, image.height, rect, ratio);
      }
      return await compute(_encode, (pixels, image.width, image.height), debugLabel: 'bugle');
    } finally {
      image.dispose();
    }
  }
}

/// Paints a rectangle grey, and a pixel around it: edges are blended.
void _cover(Uint8List pixels, int width, int height, Rect rect, double ratio) {
  final left = max(0, (rect.left * ratio).floor() - 1), right = min(width, (rect.right * ratio).ceil() + 1);
  final top = max(0, (rect.top * ratio).floor() - 1), bottom = min(height, (rect.bottom * ratio).ceil() + 1);
  if (left >= right) return;
  for (var y = top; y < bottom; y += 1) {
    pixels.fillRange((y * width + left) * 4, (y * width + right) * 4, 0x80);
  }
}

/// Encodes in an isolate, at a lower quality if the picture is too large; null if that does not suffice.
Uint8List? _encode((Uint8List pixels, int width, int height) picture) {
  final (pixels, width, height) = picture;
  for (final quality in const [75, 50, 25]) {
    final jpeg = encodeJpeg(pixels, width, height, quality: quality);
    if (jpeg.length <= _maxJpeg) return jpeg;
  }
  return null;
}
