import 'dart:convert';

import 'event.dart';
import 'scrub.dart';

/// Below the API's limit of 1,048,576 bytes, with room for additions by a proxy.
const maxBytes = 1040000;

/// Essential fields, all of them strings.
const _essential = {
  'event_id', 'platform', 'app_id', 'exception_type', 'message', 'stack', 'release', 'dist', 'environment', //
  'timestamp',
};

/// Bounded fields that the SDK itself writes.
const _own = {'sdk', 'repeat', 'users', 'client_drops', 'shrunk'};

typedef _Step = (String name, bool Function(BugleEvent event) shrink);

/// Serializes an event to JSON of at most [limit] bytes of UTF-8. Reduces it in a fixed order (text beyond what the
/// server keeps, screenshot, source lines, extra, oldest breadcrumbs, deep frames, then the largest remaining
/// non-essential field) and lists the removed parts in `shrunk`.
String toBody(BugleEvent event, [int limit = maxBytes]) {
  var body = jsonEncode(event);
  if (byteLength(body) <= limit) return body;
  final shrunk = [...?(event['shrunk'] is List ? event['shrunk']! as List<Object?> : null)];
  final small = {...event, 'shrunk': shrunk};
  int sizeOf(String name) => jsonEncode(event[name]).length;
  final largest = _dispensable(event)..sort((a, b) => sizeOf(b) - sizeOf(a));
  final steps = <_Step>[
    // No loss: the server keeps no more of a text.
    ('texts', (event) => _cutTexts(event, 65536)),
    for (final name in ['screenshot', 'source_context', 'extra']) (name, (event) => _remove(event, name)),
    ('breadcrumbs', _keepNewest),
    ('frames', (event) => _cutTexts(event, 16384)),
    for (final name in largest) (name, (event) => _remove(event, name)),
    ('frames', (event) => _cutTexts(event, 2048)),
  ];
  for (final (name, shrink) in steps) {
    if (!shrink(small)) continue;
    if (!shrunk.contains(name)) shrunk.add(name);
    body = jsonEncode(small);
    if (byteLength(body) <= limit) break;
  }
  return body;
}

/// Reduces an event that the server refuses to its minimal form: a hook of the host may have added anything.
BugleEvent toMinimal(BugleEvent event) {
  final small = {
    ...event,
    'shrunk': ['refused'],
  };
  _dispensable(small).forEach(small.remove);
  return small;
}

/// Returns the UTF-8 length of a text without encoding it.
int byteLength(String text) {
  var length = text.length;
  for (var i = 0; i < text.length; i += 1) {
    final unit = text.codeUnitAt(i);
    // A pair of surrogates takes four bytes, two for each.
    if (unit >= 0x80) length += unit >= 0x800 && (unit & 0xf800) != 0xd800 ? 2 : 1;
  }
  return length;
}

/// Cuts stacks to the given length and other texts to 8 KiB, except fields that are removed as a whole.
bool _cutTexts(BugleEvent event, int stackLength) {
  var hasCut = false;
  Object? shorten(Object? value, String? key) {
    switch (value) {
      case String():
        final short = cut(value, key == 'stack' ? stackLength : 8192);
        hasCut = hasCut || short.length < value.length;
        return short;
      case Map():
        return {for (final MapEntry(:key, :value) in value.entries) '$key': shorten(value, '$key')};
      case List():
        return [for (final one in value) shorten(one, null)];
      default:
        return value;
    }
  }

  for (final name in [...event.keys]) {
    if (name != 'screenshot' && name != 'source_context' && name != 'extra' && name != 'shrunk') {
      event[name] = shorten(event[name], name);
    }
  }
  return hasCut;
}

bool _remove(BugleEvent event, String field) {
  if (!event.containsKey(field)) return false;
  event.remove(field);
  return true;
}

bool _keepNewest(BugleEvent event) {
  final all = event['breadcrumbs'];
  if (all is! List<Object?> || all.length <= 10) return false;
  event['breadcrumbs'] = all.sublist(all.length - 10);
  return true;
}

/// Lists the fields that are neither essential strings nor the SDK's own.
List<String> _dispensable(BugleEvent event) => [
      for (final MapEntry(:key, :value) in event.entries)
        if (!(_essential.contains(key) ? value is String || value == null : _own.contains(key))) key,
    ];
