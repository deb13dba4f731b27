import 'dart:convert';

import 'event.dart';
import 'transport.dart';

const _firstFew = 3;
const _window = Duration(seconds: 10);
const _maxSeries = 100;
const _maxRepeat = 10000;

/// The most users the server accepts per event.
const _maxUsers = 1000;

/// Events per series and window that may go out because their list of users is full; users after that are counted
/// unnamed.
const _maxFull = 10;

final class _Series {
  _Series(this.message);

  final String message;
  int passed = 0;

  /// Events of this window that went out because their list of users was full.
  int full = 0;
  BugleEvent? held;

  /// Users affected by the held event, with counts.
  Map<String, int> users = {};
}

/// Folds equal errors, from a loop or from all users of a server at once. The first few pass unchanged; the rest become
/// one event with `repeat` and `users`, passed on every ten seconds. An event that was passed on never changes, so a
/// retry always counts the same.
final class Fold {
  Fold({required this.passOn, required this.hasRoom, required this.setTimer, required this.onHeld});

  /// Passes an event on.
  final void Function(BugleEvent event) passOn;

  /// Whether the queue has room; until then equal errors are held.
  final bool Function() hasRoom;
  final SetTimer setTimer;

  /// Called after an event was held or a held one has grown.
  final void Function(BugleEvent held) onHeld;

  final Map<String, _Series> _all = {};
  bool _isEnded = false;

  /// Whether a series with this message is open, so that a further event needs no room.
  bool knows(String message) => _all.values.any((series) => series.message == message);

  /// Takes an event; returns the id under which it will be reported.
  String add(BugleEvent event) {
    final key = _keyOf(event);
    final series = _all[key] ?? _begin(key, event['message']! as String);
    if (series.held == null && series.passed < _firstFew && hasRoom()) {
      series.passed += 1;
      passOn(event);
      return event['event_id']! as String;
    }
    return _hold(series, event);
  }

  /// Passes on held events while there is room; at the end, all of them.
  void releaseAll({bool isEnd = false}) {
    for (final series in [..._all.values]) {
      if (isEnd || hasRoom()) _release(series);
    }
  }

  /// Ends all timers' effect.
  void end() {
    _isEnded = true;
    _all.clear();
  }

  String _hold(_Series series, BugleEvent event) {
    final user = switch (event['user']) {
      {'id': final String id} => id,
      _ => null,
    };
    final isNew = user != null && !series.users.containsKey(user);
    if (isNew && series.users.length >= _maxUsers && series.full < _maxFull && hasRoom()) {
      series.full += 1;
      _release(series);
    }
    final held = series.held ??= event;
    if (!identical(held, event)) {
      held['repeat'] = (held['repeat'] as int? ?? 1) + 1;
      // A tag is kept only if all folded events share it.
      final tags = event['tags'] as Map<String, Object?>? ?? const {};
      (held['tags'] as Map<String, Object?>?)?.removeWhere((name, value) => tags[name] != value);
    }
    if (user != null && (series.users.containsKey(user) || series.users.length < _maxUsers)) {
      series.users[user] = (series.users[user] ?? 0) + 1;
    }
    final id = held['event_id']! as String;
    if (held['repeat'] == _maxRepeat) {
      _release(series);
    } else {
      onHeld(held);
    }
    return id;
  }

  _Series _begin(String key, String message) {
    // Evicts the oldest series and passes on its held event.
    while (_all.length >= _maxSeries) {
      final oldest = _all.keys.first;
      _release(_all.remove(oldest)!);
    }
    final series = _all[key] = _Series(message);
    _turn(key, series);
    return series;
  }

  /// Runs every ten seconds; forgets a series that was quiet that long.
  void _turn(String key, _Series series) {
    setTimer(() {
      if (_isEnded || !identical(_all[key], series)) return;
      series.full = 0;
      if (series.held == null) {
        _all.remove(key);
        return;
      }
      if (hasRoom()) _release(series);
      _turn(key, series);
    }, _window);
  }

  void _release(_Series series) {
    final held = series.held;
    if (held == null) return;
    final users = series.users;
    series.held = null;
    series.users = {};
    final own = switch (held['user']) {
      {'id': final String id} => id,
      _ => '',
    };
    // A single user is already in the event itself.
    if (users.length > 1 || (users.length == 1 && users[own] != (held['repeat'] ?? 1))) {
      held['users'] = [
        for (final MapEntry(:key, :value) in users.entries) {'id': key, 'count': value},
      ];
    }
    passOn(held);
  }
}

/// The thread that printed an ahead-of-time compiled stack: the same error may come from several.
final _thread = RegExp(r'^pid: \d+, tid: \d+.*$', multiLine: true);

/// Builds the key of equal errors: text, stack and kind. Users and other data are ignored: on a server they are often
/// the only difference.
String _keyOf(BugleEvent event) => jsonEncode([
      event['exception_type'],
      event['message'],
      switch (event['stack']) {
        final String stack => stack.replaceFirst(_thread, ''),
        final other => other,
      },
      for (final field in const ['exceptions', 'fingerprint', 'level', 'mechanism', 'environment']) event[field],
    ]);
