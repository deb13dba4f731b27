import 'dart:convert';

import 'event.dart';
import 'scrub.dart';
import 'store.dart';
import 'transport.dart';
import 'uuid.dart';

/// Kinds of items beside events, as the paths of ingest name them. An item waits like an event, under an id that ends
/// with its kind: `…c21.feedback`.
const sessionsKind = 'sessions', checkInKind = 'check-ins', feedbackKind = 'feedback', fileKind = 'attachments';

/// Files of an event, and bytes of one, that the server keeps.
const maxFiles = 5, maxFileBytes = 1048576;

/// Names an item of a kind.
String itemId(String kind, [String? id]) => '${id ?? uuidv7()}.$kind';

/// Returns the kind of an item by its id; null for an event.
String? kindOf(String id) => id.contains('.') ? id.substring(id.indexOf('.') + 1) : null;

/// Returns the id of the event that a file belongs to; null for everything else.
String? eventOfFile(StoredEvent item) =>
    kindOf(item.id) == fileKind ? (jsonDecode(item.body) as Map<String, Object?>)['event_id'] as String? : null;

/// Whether a text is a stored event or item of this id.
bool isStoredBody(String body, String id) => switch (jsonDecode(body)) {
      {'event_id': final String found} when kindOf(id) == null => found == id,
      Map<String, Object?>() => kindOf(id) != null,
      _ => false,
    };

/// Makes the request that sends an event or an item.
IngestRequest requestOf(String url, String token, String appId, StoredEvent item) {
  final kind = kindOf(item.id);
  if (kind != fileKind) {
    return (url: kind == null ? url : '$url/$kind', token: token, body: stamped(item.body), bytes: null);
  }
  final file = jsonDecode(item.body) as Map<String, Object?>;
  final query = {
    'app_id': appId,
    for (final name in const ['event_id', 'name', 'type']) name: '${file[name]}',
  };
  return (
    url: '$url/$kind?${Uri(queryParameters: query).query}',
    token: token,
    body: '',
    bytes: base64.decode('${file['data']}'),
  );
}

/// Adds the time of this attempt, by which the server corrects a wrong clock.
String stamped(String body) =>
    '${body.substring(0, body.length - 1)},"sent_at":${DateTime.now().millisecondsSinceEpoch}}';

/// Writes an item as JSON; what is null is left out.
String itemBody(Map<String, Object?> fields) => jsonEncode({
      for (final MapEntry(:key, :value) in fields.entries)
        if (value != null) key: value,
    });

/// Makes items of the files of an event. Empty and large ones, and further ones, are left out.
List<StoredEvent> itemsOfFiles(String eventId, Iterable<BugleAttachment> files) => [
      for (final file in files.where(isSendable).take(maxFiles))
        (
          id: itemId(fileKind),
          body: itemBody({
            'event_id': eventId,
            'name': toText(file.name, 200),
            'type': toText(file.type, 100),
            'data': base64.encode(file.data),
          }),
        ),
    ];

/// Whether the server would take a file.
bool isSendable(BugleAttachment file) => file.data.isNotEmpty && file.data.length <= maxFileBytes;
