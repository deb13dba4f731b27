import 'dart:async';
import 'dart:convert';
import 'dart:math';

import 'advice.dart';
import 'drops.dart';
import 'item.dart';
import 'shrink.dart';
import 'store.dart';
import 'transport.dart';

const _concurrent = 4;
const _firstPauseMs = 1000;
const _longestPauseMs = 300000;

/// The longest pause that a server may ask for, with its jitter.
const _longestAskedMs = 4000000;

/// How often in a row an address that is not Bugle's (404, a redirect) is tried: a proxy responds so while the server
/// behind it restarts.
const _maxStrays = 8;

/// Refusals that end by themselves.
const _later = [402, 408, 425, 429];

/// Limit on all waiting events: a hundred could have a megabyte each.
const _maxTotal = 20000000;

/// The limit never shrinks below this: a proxy that briefly refused everything must not silence later events.
const _leastBytes = 16384;

final class _Waiting {
  _Waiting(this.id, this.body, this.stored, this.after);

  final String id;

  /// The event that a file follows.
  final String? after;
  String body;
  final Future<void> stored;
  bool isSending = false;
}

/// Back-off of events, or of items beside them: a server may refuse one and take the other.
final class _Pace {
  int failures = 0;

  /// When back-off ends, and when the server's `Retry-After` ends.
  int notBefore = 0, retryAfterEnds = 0;
  void Function()? cancelTimer;
}

/// A bounded queue of events, each kept until it gets a response. A 202 completes it and a permanent refusal drops it;
/// after anything else it is retried with growing, jittered back-off, and never before `Retry-After`, which holds for the
/// next run too. Items beside events have room and pauses of their own: sessions that the server has no room for hold back
/// no error.
final class Queue {
  Queue({
    required this.url,
    required this.token,
    required this.appId,
    required this.transport,
    required this.store,
    required this.maxEvents,
    required this.setTimer,
    required this.drops,
    required this.debug,
    required this.warn,
  }) {
    if (store == null) return;
    try {
      final ms = store!.pausedUntil() - DateTime.now().millisecondsSinceEpoch;
      for (final pace in [_events, _items]) _hold(pace, ms);
    } catch (failure) {
      debug(failure);
    }
    _doneEarly = {};
    unawaited(_load(store!));
  }

  final String url, token, appId;
  final Transport transport;
  final EventStore? store;
  final int maxEvents;
  final SetTimer setTimer;

  /// Counts events that will never be sent.
  final Drops drops;
  final void Function(Object? what) debug;

  /// Prints what whoever sets Bugle up has to mend.
  final void Function(String line) warn;

  final Map<String, _Waiting> _waiting = {};
  final Stopwatch _clock = Stopwatch()..start();
  final Random _random = Random();
  final _Pace _events = _Pace(), _items = _Pace();
  int _strays = 0;

  /// Statuses that were explained; 0 as well once anything has responded.
  final Set<int> _explained = {};

  /// Whether an event was refused since the last [drained].
  bool _hasRefused = false;

  /// Size limit of an event; lowered when a proxy on the way refuses smaller ones.
  int _limit = maxBytes;

  /// Ids completed before the store was loaded.
  Set<String>? _doneEarly;
  final Set<Completer<bool>> _idle = {};
  bool _isEnded = false;

  /// Whether there is no room for another event.
  bool get isFull => _isFull(isEvent: true);

  bool _isFull({required bool isEvent}) {
    final own = _waiting.values.where((one) => isEventId(one.id) == isEvent);
    return own.length >= maxEvents || own.fold(0, (sum, one) => sum + one.body.length) > _maxTotal;
  }

  _Pace _paceOf(String id) => isEventId(id) ? _events : _items;

  /// The unconfirmed events, oldest first.
  List<StoredEvent> get unsent => [for (final one in _waiting.values) (id: one.id, body: one.body)];

  /// Adds an event, or drops it when there is no room. [isFatal]: the program may end next, so it is stored before this
  /// returns. [isEnding]: it is accepted for the store even without room.
  void add(StoredEvent event, {bool isFatal = false, bool isEnding = false}) {
    if (_isFull(isEvent: isEventId(event.id)) && !isEnding) {
      drops.addItem('queue_full', event);
      return;
    }
    _add(event, _put(event, isFatal: isFatal || isEnding));
    _pump();
  }

  /// Removes an event that someone else has sent.
  void done(String id) {
    final item = _waiting.remove(id);
    _doneEarly?.add(id);
    if (item != null) unawaited(item.stored.then((_) => store?.remove(id)).catchError(_ignore));
    if (_waiting.isNotEmpty) return;
    transport.rest();
    for (final one in [..._idle]) if (!one.isCompleted) one.complete(true);
  }

  /// Whether the server asks for a pause of events.
  bool get isPaused => _events.retryAfterEnds > _clock.elapsedMilliseconds;

  /// Resolves true when the queue is empty and nothing was refused, false when the timeout comes first.
  Future<bool> drained(Duration timeout) async {
    final isDrained = await _emptied(timeout) && !_hasRefused;
    _hasRefused = false;
    return isDrained;
  }

  Future<bool> _emptied(Duration timeout) async {
    if (_waiting.isEmpty && _doneEarly == null) return true;
    final idle = Completer<bool>();
    _idle.add(idle);
    final timer = Timer(timeout, () {
      if (!idle.isCompleted) idle.complete(false);
    });
    _pump();
    final isDrained = await idle.future;
    timer.cancel();
    _idle.remove(idle);
    return isDrained;
  }

  /// Ends back-off because the network is back; `Retry-After` still holds.
  void retry() {
    _events.notBefore = _items.notBefore = 0;
    _pump();
  }

  /// Sends nothing more; what is left stays in the store.
  void end() {
    _isEnded = true;
    _stopTimers();
    transport.rest();
  }

  Future<void> _load(EventStore store) async {
    try {
      final left = await store.load((count) => drops.add('store_full', count));
      // At most half the room: stored events must not crowd out new ones.
      for (final isEvent in const [true, false]) {
        final own = left.where((one) => isEventId(one.id) == isEvent).take(max(1, maxEvents >> 1));
        for (final event in own) {
          if (!_isFull(isEvent: isEvent) && !_doneEarly!.contains(event.id)) _add(event, Future.value());
        }
      }
    } catch (failure) {
      debug(failure);
    }
    _doneEarly = null;
    if (_waiting.isEmpty) for (final one in [..._idle]) if (!one.isCompleted) one.complete(true);
    _pump();
  }

  Future<void> _put(StoredEvent event, {required bool isFatal}) async {
    try {
      isFatal ? store?.putNow(event) : await store?.put(event);
    } catch (failure) {
      debug(failure);
    }
  }

  void _add(StoredEvent event, Future<void> stored) {
    _waiting.putIfAbsent(event.id, () => _Waiting(event.id, event.body, stored, eventOfFile(event)));
  }

  void _pump() {
    if (_isEnded) return;
    _stopTimers();
    for (final pace in [_events, _items]) {
      final items = [for (final one in _waiting.values) if (_paceOf(one.id) == pace) one];
      if (items.isEmpty) continue;
      final pause = max(pace.notBefore, pace.retryAfterEnds) - _clock.elapsedMilliseconds;
      if (pause > 0) {
        pace.cancelTimer = setTimer(_pump, Duration(milliseconds: pause));
        continue;
      }
      var busy = items.where((one) => one.isSending).length;
      // After a failure, one event probes for all.
      final allowed = pace.failures > 0 ? 1 : _concurrent;
      for (final item in items) {
        if (busy >= allowed) break;
        if (item.isSending || _waiting.containsKey(item.after)) continue;
        if (isEventId(item.id) && byteLength(item.body) > _limit) item.body = toBody(_decode(item.body), _limit);
        busy += 1;
        unawaited(_send(item));
      }
    }
  }

  void _stopTimers() {
    for (final pace in [_events, _items]) {
      pace.cancelTimer?.call();
      pace.cancelTimer = null;
    }
  }

  Future<void> _send(_Waiting item) async {
    item.isSending = true;
    IngestResponse? response;
    try {
      response = await transport.send(requestOf(url, token, appId, (id: item.id, body: item.body)));
    } catch (failure) {
      debug(failure);
    }
    item.isSending = false;
    if (!_waiting.containsKey(item.id) || _isEnded) return;
    try {
      _settle(item, response);
      _pump();
    } catch (failure) {
      debug(failure);
    }
  }

  void _settle(_Waiting item, IngestResponse? response) {
    final status = response?.status ?? 0;
    final pace = _paceOf(item.id);
    // Whoever responds at all is there: what fails later is the network.
    if (status > 0) _explained.add(0);
    // 202 only: a proxy's login page is a 200.
    if (status == 202) {
      pace.failures = _strays = 0;
      if (pace == _events && _events.retryAfterEnds > 0 && !isPaused) _keepPause(_events.retryAfterEnds = 0);
      done(item.id);
      return;
    }
    debug('the server responded $status');
    if (status == 413 || status == 400) {
      if (kindOf(item.id) == null) return _reduceOrDrop(item, isTooLarge: status == 413);
      _explain(status);
      return _drop(item, 'refused_$status');
    }
    final isStray = status == 404 || (status >= 300 && status < 400);
    _strays = isStray ? _strays + 1 : 0;
    final isLater = isStray ? _strays <= _maxStrays : status < 400 || status >= 500 || _later.contains(status);
    // A first failure without a response may be the network's.
    if (status < 500 && (status != 0 || pace.failures > 0)) _explain(status);
    isLater ? _postpone(item, response) : _drop(item, 'refused_$status');
  }

  /// Explains a status once.
  void _explain(int status) {
    if (status != 402 && _later.contains(status)) return;
    if (_explained.add(status)) warn(adviceFor(url, status));
  }

  void _pause(_Pace pace, [String? retryAfter]) {
    final grown = min(_longestPauseMs, _firstPauseMs << min(pace.failures, 20));
    final now = _clock.elapsedMilliseconds;
    pace.failures += 1;
    pace.notBefore = max(pace.notBefore, now + (grown * (0.5 + _random.nextDouble() / 2)).round());
    final asked = (retryAfterMs(retryAfter) * (1 + _random.nextDouble() / 10)).round();
    if (asked < 1) return;
    _hold(pace, asked);
    // The next run sends nothing until then, so a pause of items is not kept.
    if (pace == _events) _keepPause(DateTime.now().millisecondsSinceEpoch + asked);
  }

  void _keepPause(int until) {
    try {
      store?.pause(until);
    } catch (failure) {
      debug(failure);
    }
  }

  void _hold(_Pace pace, int ms) {
    if (ms > 0) pace.retryAfterEnds = max(pace.retryAfterEnds, _clock.elapsedMilliseconds + min(ms, _longestAskedMs));
  }

  void _postpone(_Waiting item, IngestResponse? response) {
    _pause(_paceOf(item.id), response?.retryAfter);
    // Moved to the end, so that an event that never gets through does not block the others.
    _waiting.remove(item.id);
    _waiting[item.id] = item;
  }

  /// Reduces a refused event, or drops it. 413: a proxy may allow less than Bugle, also for later events; if nothing is
  /// small enough, sending pauses. 400: a hook added something invalid, while the error itself is valid.
  void _reduceOrDrop(_Waiting item, {required bool isTooLarge}) {
    final event = _decode(item.body);
    final limit = byteLength(item.body) >> 2;
    final body = isTooLarge ? toBody(event, limit) : jsonEncode(toMinimal(event));
    if (isTooLarge) _limit = max(_leastBytes, min(_limit, limit));
    if (body.length < item.body.length) {
      item.body = body;
    } else {
      if (isTooLarge) _pause(_events);
      _explain(isTooLarge ? 413 : 400);
      _drop(item, isTooLarge ? 'too_large' : 'refused_400');
    }
  }

  void _drop(_Waiting item, String reason) {
    _hasRefused = true;
    drops.addItem(reason, (id: item.id, body: item.body));
    done(item.id);
  }
}

void _ignore(Object _) {}

Map<String, Object?> _decode(String body) => jsonDecode(body) as Map<String, Object?>;

final _httpDate = RegExp(r'^\w{3}, (\d\d) (\w{3}) (\d{4}) (\d\d):(\d\d):(\d\d) GMT$');
const _months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/// Parses `Retry-After` to milliseconds, at most an hour; 0 if it is missing or invalid.
int retryAfterMs(String? header, {DateTime? now}) {
  final text = header?.trim() ?? '';
  final seconds = num.tryParse(text);
  final ms = seconds != null && seconds.isFinite ? seconds * 1000 : _msUntil(text, now ?? DateTime.now());
  return ms > 0 ? min(ms, 3600000).round() : 0;
}

int _msUntil(String text, DateTime now) {
  final match = _httpDate.firstMatch(text);
  final month = match == null ? 0 : _months.indexOf(match[2]!) + 1;
  if (match == null || month == 0) return 0;
  int part(int index) => int.parse(match[index]!);
  return DateTime.utc(part(3), month, part(1), part(4), part(5), part(6)).difference(now).inMilliseconds;
}
