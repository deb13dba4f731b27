import 'dart:convert';

import 'item.dart';
import 'store.dart';

/// One less than the twenty an event may carry, which leaves room for `other`.
const _maxReasons = 19;

/// Counts of unreported events by reason, until an event carries them.
final class Drops {
  final Map<String, int> _counts = {};

  void add(String reason, [int count = 1]) {
    final known = _counts.containsKey(reason) || _counts.length < _maxReasons ? reason : 'other';
    _counts[known] = (_counts[known] ?? 0) + count;
  }

  /// Counts an event that was to be sent, as often as it stands for, and takes back the counts it carried.
  void addEvent(String reason, String body) {
    final event = jsonDecode(body) as Map<String, Object?>;
    add(reason, event['repeat'] as int? ?? 1);
    for (final carried in event['client_drops'] as List<Object?>? ?? const []) {
      if (carried case {'reason': final String reason, 'count': final int count}) add(reason, count);
    }
  }

  /// Counts an item that was to be sent; only events are counted.
  void addItem(String reason, StoredEvent item) {
    if (kindOf(item.id) == null) addEvent(reason, item.body);
  }

  /// Returns the counts and resets them.
  List<Map<String, Object?>> take() {
    final taken = [
      for (final MapEntry(:key, :value) in _counts.entries) {'reason': key, 'count': value},
    ];
    _counts.clear();
    return taken;
  }
}
