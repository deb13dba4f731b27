import 'dart:math';

final Random _random = Random();
int _last = 0;
int _sequence = 0;

/// Creates a UUIDv7 (RFC 9562): 48 bits of time, a sequence within the millisecond, and random bits. Ids of one isolate
/// sort in creation order, even when its clock is put back.
String uuidv7([int? nowMs]) {
  final now = nowMs ?? DateTime.now().millisecondsSinceEpoch;
  _sequence += 1;
  if (now > _last || _sequence > 0xfff) {
    _last = max(now, _last + 1);
    _sequence = _random.nextInt(0x800);
  }
  return '${timeOfUuid(_last)}-7${_hex(_sequence, 3)}-8${_hex(_random.nextInt(0x1000), 3)}-'
      '${_hex(_random.nextInt(0x1000000), 6)}${_hex(_random.nextInt(0x1000000), 6)}';
}

/// Returns the first digits of a UUIDv7 for a time; UUIDs sort by them.
String timeOfUuid(int ms) {
  final time = _hex(ms, 12);
  return '${time.substring(0, 8)}-${time.substring(8)}';
}

String _hex(int value, int digits) => value.toRadixString(16).padLeft(digits, '0');
