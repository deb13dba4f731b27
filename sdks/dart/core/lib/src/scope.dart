import 'dart:async';

import 'event.dart';
import 'item.dart';
import 'plain.dart';
import 'scrub.dart';

/// Data added to each event of the running work. `Bugle.withScope` gives its work a copy. None of its methods throws.
///
/// Values are replaced and never mutated, which makes a copy cheap: a server makes one per request.
final class BugleScope {
  BugleScope._(this._user, this._level, this._fingerprint, this._tags, this._contexts, this._extra, this._breadcrumbs,
      this._attachments);

  /// An empty scope.
  BugleScope() : this._(null, null, null, const {}, const {}, const {}, const [], const []);

  /// A copy that can be changed without effect on the original.
  BugleScope.of(BugleScope other)
      : this._(other._user, other._level, other._fingerprint, other._tags, other._contexts, other._extra,
            other._breadcrumbs, other._attachments);

  String? _user;
  BugleLevel? _level;
  List<String>? _fingerprint;
  Map<String, Object?> _tags, _contexts, _extra;
  List<BugleBreadcrumb> _breadcrumbs;
  List<BugleAttachment> _attachments;

  /// The anonymous id of the user.
  String? get user => _user;

  /// Files of this scope's events.
  List<BugleAttachment> get attachments => _attachments;

  /// Adds a file to the events of this scope; five of at most 1 MiB are kept.
  void addAttachment(BugleAttachment file) {
    if (!isSendable(file)) return;
    final files = [..._attachments, file];
    _attachments = files.length > maxFiles ? files.sublist(files.length - maxFiles) : files;
  }

  /// Keeps the id only, which should be anonymous. Without an id, clears the user.
  void setUser(Object? id) => _user = id == null ? null : toText(id, 200);

  void setTag(String key, Object? value) {
    final plain = value is Enum ? value.name : value;
    _tags = _withEntry(_tags, toText(key, 64), isScalar(plain) ? plain : cleanText(plain, 200));
  }

  void setTags(Map<String, Object?> tags) {
    for (final MapEntry(:key, :value) in tags.entries.take(maxKeys)) setTag(key, value);
  }

  /// Sets a named group of facts, such as `order`. A function is evaluated when an event is built; null removes the
  /// group.
  void setContext(String name, Object? facts) => _contexts = _withEntry(_contexts, toText(name, 200), facts);

  void setExtra(String key, Object? value) => _extra = _withEntry(_extra, toText(key, 200), value);

  void setLevel(BugleLevel? level) => _level = level;

  /// Overrides grouping; `{{ default }}` stands for Bugle's own fingerprint. An empty list restores the default.
  void setFingerprint(List<String> parts) => _fingerprint = parts.isEmpty ? null : [...parts];

  /// Keeps a breadcrumb that has been cleaned.
  void keepBreadcrumb(BugleBreadcrumb breadcrumb, int max) {
    final kept = [..._breadcrumbs, breadcrumb];
    _breadcrumbs = kept.length > max ? kept.sublist(kept.length - max) : kept;
  }

  /// Adds a hint's data.
  void addHint(BugleHint hint) {
    setTags(hint.tags ?? const {});
    if (hint.userId case final id?) setUser(id);
    (hint.contexts ?? const {}).forEach(setContext);
    if (hint.level case final level?) setLevel(level);
    if (hint.fingerprint case final parts?) setFingerprint(parts);
  }

  /// Adds the scope's data to an event. Host data is copied here, so that later changes do not show.
  void applyTo(BugleEvent event, {RegExp? scrubKeys}) {
    event['tags'] = toPlainObject(_tags, scrubKeys: scrubKeys);
    final contexts = <String, Object?>{};
    for (final MapEntry(:key, :value) in _contexts.entries) {
      final facts = value is Function ? _ask(value) : value;
      if (facts != null) contexts[key] = facts;
    }
    event['contexts'] = {
      ...?event['contexts'] as Map<String, Object?>?,
      ...toPlainObject(contexts, scrubKeys: scrubKeys),
    };
    event['extra'] = toPlainObject(_extra, scrubKeys: scrubKeys);
    event['breadcrumbs'] = [for (final one in _breadcrumbs) one.toJson()];
    if (_user != null) event['user'] = {'id': _user};
    if (_level case final level?) event['level'] = level.name;
    if (_fingerprint case final parts?) event['fingerprint'] = [for (final part in parts.take(20)) toText(part, 200)];
  }
}

Object? _ask(Function facts) {
  try {
    return Function.apply(facts, const []) as Object?;
  } catch (_) {
    return null;
  }
}

/// Adds an entry, and removes the first when there are too many: names may be built from ids.
Map<String, Object?> _withEntry(Map<String, Object?> known, String name, Object? value) {
  final entries = {...known, name: value};
  if (entries.length > maxKeys) entries.remove(entries.keys.first);
  return entries;
}

final Object _scopeKey = Object();

/// Returns the scope of the running zone, or [root].
BugleScope currentScope(BugleScope root) {
  final scope = Zone.current[_scopeKey];
  return scope is BugleScope ? scope : root;
}

/// Runs work in a zone of its own that holds a scope, over every `await`, timer and callback.
T runInScope<T>(BugleScope scope, T Function() work) => runZoned(work, zoneValues: {_scopeKey: scope});
