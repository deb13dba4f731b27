import 'dart:math';
import 'dart:typed_data';

/// Encodes pixels (RGBA, eight bits each; alpha is ignored) as a baseline JPEG with halved colour resolution (4:2:0).
/// ITU-T T.81, with the quantization and Huffman tables of its Annex K. Flutter itself encodes PNG only.
Uint8List encodeJpeg(Uint8List pixels, int width, int height, {int quality = 75}) {
  if (width < 1 || height < 1 || width > 65535 || height > 65535 || pixels.length < width * height * 4) {
    throw ArgumentError('not an image of $width × $height');
  }
  return _Encoder(pixels, width, height, quality.clamp(1, 100)).encode();
}

final class _Encoder {
  _Encoder(this.pixels, this.width, this.height, int quality)
      : luminance = _scaled(_luminanceSteps, quality),
        chrominance = _scaled(_chrominanceSteps, quality);

  final Uint8List pixels;
  final int width, height;

  /// Quantization steps in natural order.
  final Uint8List luminance, chrominance;
  final _out = _BitWriter();
  final _block = Float64List(64);
  final _coefficients = Int32List(64);

  Uint8List encode() {
    _writeHeaders();
    final y = Float64List(256), cb = Float64List(64), cr = Float64List(64);
    final luminanceDc = _HuffmanTable(_dcLuminance), luminanceAc = _HuffmanTable(_acLuminance);
    final chrominanceDc = _HuffmanTable(_dcChrominance), chrominanceAc = _HuffmanTable(_acChrominance);
    final luminanceDivisors = _divisors(luminance), chrominanceDivisors = _divisors(chrominance);
    var lastY = 0, lastCb = 0, lastCr = 0;
    for (var top = 0; top < height; top += 16) {
      for (var left = 0; left < width; left += 16) {
        _readUnit(left, top, y, cb, cr);
        for (var part = 0; part < 4; part += 1) {
          _copyBlock(y, (part >> 1) * 128 + (part & 1) * 8, 16);
          lastY = _writeBlock(luminanceDivisors, lastY, luminanceDc, luminanceAc);
        }
        _copyBlock(cb, 0, 8);
        lastCb = _writeBlock(chrominanceDivisors, lastCb, chrominanceDc, chrominanceAc);
        _copyBlock(cr, 0, 8);
        lastCr = _writeBlock(chrominanceDivisors, lastCr, chrominanceDc, chrominanceAc);
      }
    }
    _out
      ..endBits()
      ..bytes(const [0xff, 0xd9]);
    return _out.take();
  }

  void _writeHeaders() {
    _out
      ..bytes(const [0xff, 0xd8])
      ..segment(0xe0, [0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0])
      ..segment(0xdb, [0, for (final at in _zigzag) luminance[at]])
      ..segment(0xdb, [1, for (final at in _zigzag) chrominance[at]])
      ..segment(0xc0, [
        8, height >> 8, height & 255, width >> 8, width & 255, 3, //
        1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1,
      ])
      ..segment(0xc4, [0x00, ..._dcLuminance.$1, ..._dcLuminance.$2])
      ..segment(0xc4, [0x10, ..._acLuminance.$1, ..._acLuminance.$2])
      ..segment(0xc4, [0x01, ..._dcChrominance.$1, ..._dcChrominance.$2])
      ..segment(0xc4, [0x11, ..._acChrominance.$1, ..._acChrominance.$2])
      ..segment(0xda, const [3, 1, 0x00, 2, 0x11, 3, 0x11, 0, 63, 0]);
  }

  /// Reads 16 × 16 pixels as luminance and averaged colour; the last row and column are repeated beyond the edge.
  void _readUnit(int left, int top, Float64List y, Float64List cb, Float64List cr) {
    cb.fillRange(0, 64, 0);
    cr.fillRange(0, 64, 0);
    for (var row = 0; row < 16; row += 1) {
      final int line = min<int>(top + row, height - 1) * width;
      for (var column = 0; column < 16; column += 1) {
        final int at = (line + min<int>(left + column, width - 1)) * 4;
        final r = pixels[at], g = pixels[at + 1], b = pixels[at + 2];
        y[row * 16 + column] = 0.299 * r + 0.587 * g + 0.114 * b - 128;
        final small = (row >> 1) * 8 + (column >> 1);
        cb[small] += (-0.168736 * r - 0.331264 * g + 0.5 * b) / 4;
        cr[small] += (0.5 * r - 0.418688 * g - 0.081312 * b) / 4;
      }
    }
  }

  /// Copies a block of eight rows into [_block].
  void _copyBlock(Float64List from, int start, int stride) {
    for (var row = 0; row < 8; row += 1) {
      for (var column = 0; column < 8; column += 1) {
        _block[row * 8 + column] = from[start + row * stride + column];
      }
    }
  }

  /// Transforms, quantizes and writes the block; returns its constant part, from which the next one is counted.
  int _writeBlock(Float64List divisors, int last, _HuffmanTable dc, _HuffmanTable ac) {
    _transform(_block);
    for (var i = 0; i < 64; i += 1) {
      final at = _zigzag[i];
      _coefficients[i] = (_block[at] * divisors[at]).round();
    }
    final difference = _coefficients[0] - last;
    final size = difference.abs().bitLength;
    _out
      ..code(dc, size)
      ..number(difference, size);
    var zeros = 0;
    for (var i = 1; i < 64; i += 1) {
      final value = _coefficients[i];
      if (value == 0) {
        zeros += 1;
        continue;
      }
      for (; zeros > 15; zeros -= 16) {
        _out.code(ac, 0xf0);
      }
      final length = value.abs().bitLength;
      _out
        ..code(ac, zeros << 4 | length)
        ..number(value, length);
      zeros = 0;
    }
    if (zeros > 0) _out.code(ac, 0);
    return _coefficients[0];
  }
}

/// Factors that quantize a transformed coefficient: its step, and the scale that the transform leaves.
Float64List _divisors(Uint8List steps) {
  double scale(int index) => index == 0 ? 1 : cos(index * pi / 16) * sqrt2;
  return Float64List.fromList([
    for (var i = 0; i < 64; i += 1) 1 / (steps[i] * scale(i >> 3) * scale(i & 7) * 8),
  ]);
}

/// The discrete cosine transform of Arai, Agui and Nakajima: rows, then columns, scaled.
void _transform(Float64List block) {
  for (var row = 0; row < 64; row += 8) {
    _transformLine(block, row, 1);
  }
  for (var column = 0; column < 8; column += 1) {
    _transformLine(block, column, 8);
  }
}

void _transformLine(Float64List d, int start, int step) {
  final i1 = start + step, i2 = i1 + step, i3 = i2 + step, i4 = i3 + step, i5 = i4 + step, i6 = i5 + step, i7 = i6 + step;
  final s0 = d[start] + d[i7], d0 = d[start] - d[i7];
  final s1 = d[i1] + d[i6], d1 = d[i1] - d[i6];
  final s2 = d[i2] + d[i5], d2 = d[i2] - d[i5];
  final s3 = d[i3] + d[i4], d3 = d[i3] - d[i4];

  // Even part.
  final e0 = s0 + s3, e3 = s0 - s3, e1 = s1 + s2, e2 = s1 - s2;
  d[start] = e0 + e1;
  d[i4] = e0 - e1;
  final z1 = (e2 + e3) * 0.7071067811865476;
  d[i2] = e3 + z1;
  d[i6] = e3 - z1;

  // Odd part.
  final o0 = d3 + d2, o1 = d2 + d1, o2 = d1 + d0;
  final z5 = (o0 - o2) * 0.3826834323650898;
  final z2 = 0.5411961001461970 * o0 + z5;
  final z4 = 1.3065629648763766 * o2 + z5;
  final z3 = o1 * 0.7071067811865476;
  final z11 = d0 + z3, z13 = d0 - z3;
  d[i5] = z13 + z2;
  d[i3] = z13 - z2;
  d[i1] = z11 + z4;
  d[i7] = z11 - z4;
}

/// Codes by symbol, and their lengths in bits.
final class _HuffmanTable {
  _HuffmanTable((List<int> counts, List<int> symbols) table) {
    var code = 0, next = 0;
    for (var length = 1; length <= 16; length += 1) {
      for (var i = 0; i < table.$1[length - 1]; i += 1) {
        codes[table.$2[next]] = code++;
        lengths[table.$2[next++]] = length;
      }
      code <<= 1;
    }
  }

  final Int32List codes = Int32List(256);
  final Uint8List lengths = Uint8List(256);
}

final class _BitWriter {
  final BytesBuilder _bytes = BytesBuilder();
  final Uint8List _buffer = Uint8List(4096);
  int _used = 0, _bits = 0, _count = 0;

  void code(_HuffmanTable table, int symbol) => _write(table.codes[symbol], table.lengths[symbol]);

  /// Writes a number of a known length; negative ones as their complement.
  void number(int value, int length) => _write(value < 0 ? value + (1 << length) - 1 : value, length);

  void _write(int value, int length) {
    _bits = (_bits << length) | value;
    _count += length;
    while (_count >= 8) {
      _count -= 8;
      final byte = (_bits >> _count) & 255;
      _byte(byte);
      // A 255 in data is followed by a zero; otherwise it begins a marker.
      if (byte == 255) _byte(0);
    }
    _bits &= (1 << _count) - 1;
  }

  void endBits() {
    if (_count > 0) _write((1 << (8 - _count)) - 1, 8 - _count);
  }

  void _byte(int byte) {
    if (_used == _buffer.length) _release();
    _buffer[_used++] = byte;
  }

  void bytes(List<int> all) => all.forEach(_byte);

  void segment(int marker, List<int> content) {
    final length = content.length + 2;
    bytes([0xff, marker, length >> 8, length & 255, ...content]);
  }

  void _release() {
    _bytes.add(_buffer.sublist(0, _used));
    _used = 0;
  }

  Uint8List take() {
    _release();
    return _bytes.takeBytes();
  }
}

/// Scales steps to a quality from 1 to 100; 50 leaves them as they are.
Uint8List _scaled(List<int> steps, int quality) {
  final percent = quality < 50 ? 5000 ~/ quality : 200 - quality * 2;
  return Uint8List.fromList([for (final step in steps) ((step * percent + 50) ~/ 100).clamp(1, 255)]);
}

const _zigzag = [
  0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21, 28, //
  35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, //
  55, 62, 63,
];

const _luminanceSteps = [
  16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51, //
  87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103, 121, 120, 101, //
  72, 92, 95, 98, 112, 100, 103, 99,
];

const _chrominanceSteps = [
  17, 18, 24, 47, 99, 99, 99, 99, 18, 21, 26, 66, 99, 99, 99, 99, 24, 26, 56, 99, 99, 99, 99, 99, 47, 66, 99, 99, 99, //
  99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, //
  99, 99, 99, 99, 99, 99,
];

/// Number of codes of each length, and their symbols.
const _dcLuminance = ([0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
const _dcChrominance = ([0, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
const _acLuminance = (
  [0, 2, 1, 3, 3, 2, 4, 3, 5, 5, 4, 4, 0, 0, 1, 0x7d],
  [
    0x01, 0x02, 0x03, 0x00, 0x04, 0x11, 0x05, 0x12, 0x21, 0x31, 0x41, 0x06, 0x13, 0x51, 0x61, 0x07, 0x22, 0x71, 0x14, //
    0x32, 0x81, 0x91, 0xa1, 0x08, 0x23, 0x42, 0xb1, 0xc1, 0x15, 0x52, 0xd1, 0xf0, 0x24, 0x33, 0x62, 0x72, 0x82, 0x09, //
    0x0a, 0x16, 0x17, 0x18, 0x19, 0x1a, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2a, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3a, //
    0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0x4a, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59, 0x5a, 0x63, 0x64, 0x65, //
    0x66, 0x67, 0x68, 0x69, 0x6a, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78, 0x79, 0x7a, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, //
    0x89, 0x8a, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9a, 0xa2, 0xa3, 0xa4, 0xa5, 0xa6, 0xa7, 0xa8, 0xa9, //
    0xaa, 0xb2, 0xb3, 0xb4, 0xb5, 0xb6, 0xb7, 0xb8, 0xb9, 0xba, 0xc2, 0xc3, 0xc4, 0xc5, 0xc6, 0xc7, 0xc8, 0xc9, 0xca, //
    0xd2, 0xd3, 0xd4, 0xd5, 0xd6, 0xd7, 0xd8, 0xd9, 0xda, 0xe1, 0xe2, 0xe3, 0xe4, 0xe5, 0xe6, 0xe7, 0xe8, 0xe9, 0xea, //
    0xf1, 0xf2, 0xf3, 0xf4, 0xf5, 0xf6, 0xf7, 0xf8, 0xf9, 0xfa,
  ],
);
const _acChrominance = (
  [0, 2, 1, 2, 4, 4, 3, 4, 7, 5, 4, 4, 0, 1, 2, 0x77],
  [
    0x00, 0x01, 0x02, 0x03, 0x11, 0x04, 0x05, 0x21, 0x31, 0x06, 0x12, 0x41, 0x51, 0x07, 0x61, 0x71, 0x13, 0x22, 0x32, //
    0x81, 0x08, 0x14, 0x42, 0x91, 0xa1, 0xb1, 0xc1, 0x09, 0x23, 0x33, 0x52, 0xf0, 0x15, 0x62, 0x72, 0xd1, 0x0a, 0x16, //
    0x24, 0x34, 0xe1, 0x25, 0xf1, 0x17, 0x18, 0x19, 0x1a, 0x26, 0x27, 0x28, 0x29, 0x2a, 0x35, 0x36, 0x37, 0x38, 0x39, //
    0x3a, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0x4a, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59, 0x5a, 0x63, 0x64, //
    0x65, 0x66, 0x67, 0x68, 0x69, 0x6a, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78, 0x79, 0x7a, 0x82, 0x83, 0x84, 0x85, 0x86, //
    0x87, 0x88, 0x89, 0x8a, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9a, 0xa2, 0xa3, 0xa4, 0xa5, 0xa6, 0xa7, //
    0xa8, 0xa9, 0xaa, 0xb2, 0xb3, 0xb4, 0xb5, 0xb6, 0xb7, 0xb8, 0xb9, 0xba, 0xc2, 0xc3, 0xc4, 0xc5, 0xc6, 0xc7, 0xc8, //
    0xc9, 0xca, 0xd2, 0xd3, 0xd4, 0xd5, 0xd6, 0xd7, 0xd8, 0xd9, 0xda, 0xe2, 0xe3, 0xe4, 0xe5, 0xe6, 0xe7, 0xe8, 0xe9, //
    0xea, 0xf2, 0xf3, 0xf4, 0xf5, 0xf6, 0xf7, 0xf8, 0xf9, 0xfa,
  ],
);
