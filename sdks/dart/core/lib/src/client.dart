import 'dart:async';
import 'dart:convert';
import 'dart:math';

import 'debug_meta.dart';
import 'drops.dart';
import 'event.dart';
import 'exception.dart';
import 'fold.dart';
import 'item.dart';
import 'options.dart';
import 'plain.dart';
import 'queue.dart';
import 'runtime.dart';
import 'scope.dart';
import 'scrub.dart';
import 'shrink.dart';
import 'store.dart';
import 'uuid.dart';

/// An error object caught again within this time was rethrown and counts as the same error.
const _passedOnMs = 1000;

/// Between two writes of one held event.
const _heldWrite = Duration(milliseconds: 200);

/// A connection between a program and a project. It never throws into the program and never blocks it.
final class Client {
  Client(
    this.options,
    this.runtime, {
    required this.sdkName,
    required this.sdkVersion,
    bool isApp = false,
    bool? isObfuscated,
    void Function(String line)? warn,
  })  : url = ingestUrl(options.endpoint),
        _reader = ExceptionReader(
          options,
          platformTypes: runtime.errorTypes,
          platformFields: runtime.errorFields,
          isObfuscated: isObfuscated,
        ) {
    root.setTags(options.tags);
    _queue = Queue(
      url: url,
      token: options.token,
      appId: options.appId,
      transport: runtime.transport,
      store: runtime.store,
      maxEvents: options.maxQueue < 1 ? 100 : options.maxQueue,
      setTimer: _setTimer,
      drops: _drops,
      debug: debug,
      // The parent zone's print, as below.
      warn: warn ?? Zone.root.print,
    );
    _fold = Fold(passOn: _passOn, hasRoom: () => !_queue.isFull, setTimer: _setTimer, onHeld: _storeHeld);
    _isApp = isApp;
    _countsRuns = (options.sessions ?? isApp) && (options.release ?? '').isNotEmpty;
    beginSession();
  }

  final BugleOptions options;
  final Runtime runtime;
  final String sdkName, sdkVersion, url;

  /// The scope outside of every `withScope`.
  final BugleScope root = BugleScope();
  final ExceptionReader _reader;
  final Drops _drops = Drops();
  late final Queue _queue;
  late final Fold _fold;

  /// Ids of reported errors by the error, or by the stack of an error that cannot be a key.
  final Expando<(String?, int)> _seen = Expando('bugle');
  final List<void Function()> _uninstall = [];

  /// Adds data to an event that its platform knows, before `beforeSend` sees it.
  void Function(BugleEvent event)? enrich;

  /// Adds data that takes a moment, such as a screenshot, to an event that will be sent. It bounds its own time. Null
  /// if there is nothing to add now.
  Future<void>? Function(BugleEvent event)? attach;
  final Set<Future<void>> _attaching = {};
  bool _isBusy = false, _isClosed = false, _isEnding = false, _isFatal = false;
  final Map<String, Timer> _heldWrites = {};

  /// Files of events that are not waiting yet, by the id of the event.
  final Map<String, List<BugleAttachment>> _files = {};
  String? _lastEventId;
  late final bool _countsRuns;

  /// Whether it goes on after an error that nobody catches.
  late final bool _isApp;
  _Session? _session;

  BugleScope get scope => currentScope(root);

  /// Keeps the undo function of an integration.
  void onClose(void Function() undo) => _uninstall.add(undo);

  /// Reports a thrown value. The same error object is reported once, however many handlers see it.
  String? captureException(Object? error, {StackTrace? stackTrace, BugleHint? hint}) =>
      _once(error, stackTrace, hint, () {
        var stack = stackTrace ?? (error is Error ? error.stackTrace : null);
        if (stack == null && error is! AsyncError && hint?.mechanism == null) stack = callerStack();
        final parts = _reader.read(error, stack);
        final event = _newEvent(parts, hint);
        final details = _guard(() => _reader.detailsOf(error));
        event['extra'] = {...event['extra']! as Map<String, Object?>, ...?details};
        if (parts.first.isTypeObfuscated) {
          event['tags'] = {...event['tags']! as Map<String, Object?>, 'type_obfuscated': true};
        }
        return _finish(event, error);
      });

  /// Reports a message, where no error was thrown.
  String? captureMessage(String message, {BugleLevel level = BugleLevel.info, BugleHint? hint}) =>
      _once(message, null, hint, () {
        final part = ExceptionPart('Message', cleanText(message), null);
        final event = _newEvent([part], hint, type: 'message');
        event['level'] = (hint?.level ?? level).name;
        return _finish(event, null);
      });

  /// Reports what a person says, in a form of the program.
  String? captureFeedback(
    String message, {
    String? name,
    String? email,
    String? url,
    String? eventId,
    String? screenshot,
  }) =>
      _alone(() {
        final text = cleanText(message, 4096).trim();
        if (text.isEmpty) return null;
        final id = uuidv7();
        final about = eventId ?? _lastEventId;
        final item = itemBody({
          'app_id': options.appId,
          'id': id,
          'message': text,
          'name': name == null ? null : toText(name, 200),
          'email': email == null ? null : toText(email, 254),
          'url': url == null ? null : cleanUrl(url),
          'event_id': about,
          'screenshot': about == null ? null : screenshot,
        });
        _queue.add((id: itemId(feedbackKind, id), body: item));
        return id;
      });

  /// Runs a scheduled job, and tells its monitor when it begins and how it ends. Neither is sent later: a job whose
  /// report is late was late.
  Future<T> withMonitor<T>(String monitor, FutureOr<T> Function() job, Map<String, Object?> settings) async {
    final id = uuidv7();
    final began = Stopwatch()..start();
    final started = _checkIn(monitor, {'status': 'in_progress', 'check_in_id': id, ...settings});
    var status = 'error';
    try {
      final result = await job();
      status = 'ok';
      return result;
    } finally {
      final took = began.elapsedMilliseconds;
      final end = {'status': status, 'check_in_id': id, 'duration_ms': took, ...settings};
      unawaited(started.then((_) => _checkIn(monitor, end)));
    }
  }

  Future<void> _checkIn(String monitor, Map<String, Object?> fields) {
    if (_isClosed || isPaused) return Future.value();
    final environment = options.environment ?? '';
    final body = itemBody({
      'app_id': options.appId,
      'monitor': cleanText(monitor, 200),
      'environment': environment.isEmpty ? null : environment,
      ...fields,
    });
    final request = requestOf(url, options.token, options.appId, (id: itemId(checkInKind), body: body));
    late final Future<void> sending;
    sending = Future.sync(() => runtime.transport.send(request)).then((response) {
      debug('the check-in was answered ${response.status}');
    }).catchError(debug).whenComplete(() {
      _attaching.remove(sending);
      if (_queue.unsent.isEmpty && _attaching.isEmpty) runtime.transport.rest();
    });
    _attaching.add(sending);
    return sending;
  }

  /// Begins a session: a run of the program, or another use of an app.
  void beginSession() {
    if (!_countsRuns || _isClosed) return;
    _guard(() {
      _session = _Session();
      _reportSession();
    });
  }

  /// Reports the session again if its user is another one, so that users without an error count, too.
  void noteUser() {
    final session = _session;
    if (session == null || root.user == null || root.user == session.user) return;
    _guard(_reportSession);
  }

  void _noteError(String? id, BugleHint? hint, BugleLevel level) {
    if (id == null) return;
    _lastEventId = id;
    final session = _session;
    if (session == null || level == BugleLevel.info || level == BugleLevel.warning) return;
    final isHandled = hint?.mechanism?.handled ?? true;
    final status = isHandled ? 'errored' : (level == BugleLevel.fatal && !_isApp ? 'crashed' : 'unhandled');
    if (_Session.order.indexOf(status) <= _Session.order.indexOf(session.status)) return;
    session.status = status;
    _guard(_reportSession);
  }

  void _reportSession() {
    final session = _session!..user = root.user;
    final environment = options.environment ?? '';
    final body = itemBody({
      'app_id': options.appId,
      'release': options.release,
      'environment': environment.isEmpty ? null : environment,
      'sessions': [
        {
          'id': session.id,
          'started_at': session.startedAt,
          'status': session.status,
          if (session.user != null) 'user_id': session.user,
        },
      ],
    });
    _queue.add((id: itemId(sessionsKind), body: body), isFatal: _isFatal);
  }

  /// Reports an event that was built elsewhere, such as in another isolate that only passes texts.
  String? captureTexts(String type, String message, String? stack, BugleHint hint) =>
      _once(null, null, hint, () => _finish(_newEvent([ExceptionPart(type, message, stack)], hint), null));

  /// Adds a breadcrumb. Integrations call it from within the host.
  void addBreadcrumb({
    required String category,
    required String message,
    int? ts,
    Map<String, Object?>? data,
    BugleScope? scope,
  }) {
    final most = min(50, options.maxBreadcrumbs);
    if (most < 1) return;
    final target = scope ?? this.scope;
    _guard(() {
      _alone(() {
        final breadcrumb = BugleBreadcrumb(
          category: toText(category, 100),
          message: cleanText(message, 1024),
          ts: ts ?? DateTime.now().millisecondsSinceEpoch,
          data: data == null ? null : toPlainObject(data, scrubKeys: options.scrubKeys, values: 200),
        );
        final hook = options.beforeBreadcrumb;
        BugleBreadcrumb? result = breadcrumb;
        if (hook != null) {
          try {
            result = hook(breadcrumb);
          } catch (failure) {
            debug(failure);
          }
        }
        // Copied again, since a hook may return anything.
        if (result != null) {
          target.keepBreadcrumb(
            BugleBreadcrumb(
              category: toText(result.category, 100),
              message: toText(result.message, 1024),
              ts: result.ts,
              data: result.data == null ? null : toPlainObject(result.data, scrubKeys: options.scrubKeys, values: 200),
            ),
            most,
          );
        }
        return null;
      });
    });
  }

  /// Releases folded events and waits until every event has got a response; false when the timeout came first, or when
  /// the server has refused an event.
  Future<bool> flush(Duration timeout) async {
    _guard(_fold.releaseAll);
    final watch = Stopwatch()..start();
    // The end of a job follows its start.
    while (_attaching.isNotEmpty && watch.elapsed < timeout) {
      await Future.wait([..._attaching]).timeout(timeout - watch.elapsed, onTimeout: () => const []);
    }
    final left = timeout - watch.elapsed;
    return _queue.drained(left.isNegative ? Duration.zero : left);
  }

  /// Sends waiting events, then ends: hooks are removed and new events are ignored.
  Future<bool> close(Duration timeout) async {
    for (final undo in [..._uninstall.reversed]) _guard(undo);
    _uninstall.clear();
    _isClosed = true;
    final isDrained = await flush(timeout);
    _fold.end();
    _queue.end();
    runtime.close();
    return isDrained;
  }

  /// Sends events that wait for the end of a back-off; called when the app is used again.
  void retry() => _queue.retry();

  /// Writes everything held to the store, and returns the unconfirmed events, for a caller that ends the program.
  List<StoredEvent> unsent() {
    _isEnding = true;
    _guard(() => _fold.releaseAll(isEnd: true));
    _isEnding = false;
    return _queue.unsent;
  }

  /// Stores what the fold holds, since the app may be ended in the background.
  void storeHeld() {
    _isFatal = true;
    _guard(_fold.releaseAll);
    _isFatal = false;
  }

  /// Files of the event that is being built, and its level.
  List<BugleAttachment> _eventFiles = const [];
  BugleLevel _levelOf = BugleLevel.error;

  /// Whether the server asks for a pause, so that nothing may be sent at the end of the program either.
  bool get isPaused => _queue.isPaused;

  /// Sends nothing more; the rest stays in the store.
  void abandon() => _queue.end();

  void debug(Object? what) {
    // The parent zone's print, so that our own output never becomes a breadcrumb.
    if (options.debug) Zone.root.print('[bugle] ${toText(what)}');
  }

  /// Runs SDK code inside the host and contains every failure.
  T? guard<T>(T Function() work) => _guard(work);

  T? _guard<T>(T Function() work) {
    try {
      return work();
    } catch (failure) {
      debug(failure);
      return null;
    }
  }

  void Function() _setTimer(void Function() run, Duration delay) => runtime.setTimer(() => _guard(run), delay);

  String? _once(Object? error, StackTrace? stackTrace, BugleHint? hint, String? Function() report) => _alone(() {
        final key = _keyOf(error, stackTrace);
        final now = DateTime.now().millisecondsSinceEpoch;
        final isHandled = hint?.mechanism?.handled ?? true;
        if (key != null) {
          final known = _seen[key];
          // Caught by the program this much later, it was thrown once more: a rethrow comes sooner, or ends up uncaught.
          if (known != null && !(isHandled && (now - known.$2).abs() > _passedOnMs)) return known.$1;
        }
        try {
          // An error dropped for lack of room was seen too, and counts once. A further one of a series needs no room.
          String? id;
          if (_queue.isFull && !_fold.knows(_reader.messageOf(error))) {
            _drops.add('queue_full');
          } else {
            _isFatal = hint?.level == BugleLevel.fatal;
            id = report();
            _noteError(id, hint, _levelOf);
          }
          if (key != null) _seen[key] = (id, now);
          return id;
        } catch (failure) {
          _drops.add('client_error');
          debug(failure);
          return null;
        } finally {
          _isFatal = false;
        }
      });

  /// Skips the work inside other SDK work: errors and breadcrumbs that the host's hooks cause would never end.
  T? _alone<T>(T? Function() work) {
    if (_isClosed || _isBusy) return null;
    _isBusy = true;
    try {
      return work();
    } finally {
      _isBusy = false;
    }
  }

  BugleEvent _newEvent(List<ExceptionPart> parts, BugleHint? hint, {String type = 'generic'}) {
    final now = DateTime.now();
    final BugleEvent event = {
      ...parts.first.toJson(),
      'exceptions': [for (final part in parts.skip(1)) part.toJson()],
      'event_id': uuidv7(now.millisecondsSinceEpoch),
      'timestamp': now.toUtc().toIso8601String(),
      'platform': runtime.platform,
      'app_id': options.appId,
      'level': 'error',
      'mechanism': BugleMechanism(type, handled: true).toJson(),
      'sdk': {'name': sdkName, 'version': sdkVersion},
      'contexts': _guard(runtime.contexts) ?? <String, Object?>{},
    };
    if (debugMeta(parts.map((part) => part.stack)) case final meta?) event['debug_meta'] = meta;
    final fields = {'release': options.release, 'dist': options.dist, 'environment': options.environment};
    for (final MapEntry(:key, :value) in fields.entries) {
      if (value != null && value.isNotEmpty) event[key] = toText(value, 200);
    }
    final scope = BugleScope.of(this.scope);
    if (hint != null) scope.addHint(hint);
    scope.applyTo(event, scrubKeys: options.scrubKeys);
    event['extra'] = {
      ...event['extra']! as Map<String, Object?>,
      ...toPlainObject(hint?.extra, scrubKeys: options.scrubKeys),
    };
    if (hint?.mechanism case final mechanism?) event['mechanism'] = mechanism.toJson();
    if (hint?.screenshot case final screenshot?) event['screenshot'] = screenshot;
    _eventFiles = [...?hint?.attachments, ...scope.attachments];
    _guard(() => enrich?.call(event));
    return event;
  }

  String? _finish(BugleEvent event, Object? error) {
    final title = '${event['exception_type']}: ${event['message']}';
    if (options.ignoreErrors.any((rule) => title.contains(rule))) return _dropped('ignored');
    final rate = options.sampleRate;
    if (!rate.isNaN && rate < 1 && Random().nextDouble() >= rate) return _dropped('sampled');
    final parts = event['fingerprint'] ?? _guard<Object?>(() => options.fingerprint?.call(_copyOf(event)));
    if (parts is List<Object?> && parts.isNotEmpty) {
      event['fingerprint'] = [for (final part in parts.take(20)) toText(part, 200)];
    } else {
      event.remove('fingerprint');
    }
    final result = _runHook(event, error);
    if (result == null) return _dropped('before_send');
    // A hook may not change the fields that counting depends on.
    for (final field in const ['event_id', 'timestamp', 'platform', 'sdk']) result[field] = event[field];
    const ['repeat', 'users', 'client_drops'].forEach(result.remove);
    final own = event['event_id']! as String;
    if (_eventFiles.isNotEmpty) _files[own] = _eventFiles;
    _levelOf = BugleLevel.values.asNameMap()[result['level']] ?? BugleLevel.error;
    final id = _fold.add(result);
    // One that was folded into another is not sent, and neither are its files.
    if (id != own) _files.remove(own);
    return id;
  }

  String? _dropped(String reason) {
    _drops.add(reason);
    return null;
  }

  /// Passes a copy to `beforeSend`. Keeps the original when the hook throws or its result lacks an essential field.
  BugleEvent? _runHook(BugleEvent event, Object? error) {
    final hook = options.beforeSend;
    if (hook == null) return event;
    final BugleEvent? given;
    try {
      final made = hook(_copyOf(event), error);
      given = made == null ? null : _copyOf(made);
    } catch (failure) {
      debug(failure);
      return event;
    }
    if (given == null) return null;
    bool hasText(String field) => given![field] is String && (given[field] != '' || field == 'message');
    return const ['app_id', 'exception_type', 'message'].every(hasText) ? given : event;
  }

  void _passOn(BugleEvent event) {
    final work = _isFatal || _isEnding ? null : _guard<Future<void>?>(() => attach?.call(event));
    if (work == null) return _enqueue(event);
    // In the store meanwhile, since the app may be ended.
    final stored = _guard<Future<void>?>(
      () => runtime.store?.put((id: event['event_id']! as String, body: _bodyOf(event))),
    );
    final added = Future.wait([work, if (stored != null) stored]).catchError((Object failure) {
      debug(failure);
      return <void>[];
    });
    late final Future<void> attaching;
    attaching = added.then((_) {
      _attaching.remove(attaching);
      _enqueue(event);
    });
    _attaching.add(attaching);
  }

  void _enqueue(BugleEvent event) {
    _heldWrites.remove(event['event_id'])?.cancel();
    try {
      event['client_drops'] = _drops.take();
      final id = event['event_id']! as String;
      final files = itemsOfFiles(id, _files.remove(id) ?? const []);
      _queue.add((id: id, body: _bodyOf(event)), isFatal: _isFatal, isEnding: _isEnding);
      for (final file in files) _queue.add(file, isFatal: _isFatal, isEnding: _isEnding);
    } catch (failure) {
      _drops.add('client_error', event['repeat'] as int? ?? 1);
      debug(failure);
    }
  }

  String _bodyOf(BugleEvent event) {
    final whole = {...event};
    for (final field in const ['tags', 'contexts', 'extra', 'exceptions', 'breadcrumbs', 'client_drops']) {
      if (whole[field] case Map(isEmpty: true) || List(isEmpty: true)) whole.remove(field);
    }
    return toBody(whole);
  }

  /// Stores a held event soon. Its timer keeps the program alive for that long, so that a program whose work is done
  /// does not lose what the event stands for.
  void _storeHeld(BugleEvent held) {
    final store = runtime.store;
    if (store == null) return;
    final id = held['event_id']! as String;
    if (_isFatal) return store.putNow((id: id, body: _bodyOf(held)));
    // In the root zone, whose timers no test of the host controls.
    _heldWrites[id] ??= Zone.root.createTimer(_heldWrite, () {
      _heldWrites.remove(id);
      _guard(() => unawaited(store.put((id: id, body: _bodyOf(held))).catchError(debug)));
    });
  }
}

/// One run of the program, and the worst that happened in it.
final class _Session {
  static const order = ['ok', 'errored', 'unhandled', 'crashed'];

  final String id = uuidv7();
  final String startedAt = DateTime.now().toUtc().toIso8601String();
  String status = 'ok';
  String? user;
}

Object? _keyOf(Object? error, StackTrace? stackTrace) {
  final isValue = error == null || error is String || error is num || error is bool || error is Record;
  if (!isValue) return error;
  return identical(stackTrace, StackTrace.empty) ? null : stackTrace;
}

BugleEvent _copyOf(BugleEvent event) => jsonDecode(jsonEncode(event)) as BugleEvent;

/// Returns the URL of ingest on a server.
String ingestUrl(String endpoint) => endpoint.replaceFirst(RegExp(r'(/ingest)?/*$'), '/ingest');
