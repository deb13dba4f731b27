import 'uuid.dart';

/// An event waiting to be sent; [body] is JSON.
typedef StoredEvent = ({String id, String body});

/// Keeps events beyond the end of the program: a directory, a browser's storage. If it fails, the queue works from
/// memory. Several programs may share one: an event sent by two of them counts once.
abstract interface class EventStore {
  /// Loads the events of earlier runs, oldest first, then the items, as many as fit into memory. [onLost] receives the
  /// number of events discarded as too many or too old.
  Future<List<StoredEvent>> load(void Function(int count) onLost);

  /// Writes an event, over an earlier version of it.
  Future<void> put(StoredEvent event);

  /// Writes an event before returning, because the program may end next.
  void putNow(StoredEvent event);

  Future<void> remove(String id);

  /// Returns the time until which an earlier run was asked to send nothing, in epoch milliseconds; 0 if it was not.
  int pausedUntil();

  /// Keeps that time for the next run, written before it returns; 0 ends the pause.
  void pause(int until);
}

/// Most events kept from earlier runs, and most items beside them.
const maxStored = 100;
const _maxAgeMs = 30 * 86400000;

/// Returns those of the ids (sorted, oldest first) that are too many or too old: the server accepts none older than a
/// month. Events and items are counted apart, so that a day of sessions costs no error.
Set<String> surplusOf(List<String> ids, {int? nowMs}) {
  final oldest = timeOfUuid((nowMs ?? DateTime.now().millisecondsSinceEpoch) - _maxAgeMs);
  return {
    for (final own in [ids.where(isEventId).toList(), ids.where((id) => !isEventId(id)).toList()])
      for (final (index, id) in own.indexed)
        if (id.compareTo(oldest) <= 0 || index < own.length - maxStored) id,
  };
}

/// Whether an id is that of an event: one of an item ends with its kind.
bool isEventId(String id) => !id.contains('.');

/// Orders ids: events first, then items, each oldest first.
int byKindAndAge(String a, String b) =>
    isEventId(a) == isEventId(b) ? a.compareTo(b) : (isEventId(a) ? -1 : 1);
