import 'dart:io';

import '../item.dart';
import '../store.dart';
import '../uuid.dart';
import 'make_private.dart';

/// Most bytes read into memory at a start; the rest waits for the next start.
const _maxRead = 10000000;
final _name = RegExp(r'^([0-9a-f-]{36}(?:\.[a-z-]{1,20})?)\.(\d+)-(\d+)\.json(?:\.\d+\.part)?$');

/// Stores events as files `<event id>.<pid>-<start of the process>.json`. Programs may share a directory; each takes
/// over the files of ended ones.
final class DirectoryStore implements EventStore {
  DirectoryStore(String path) : _directory = Directory(path);

  final Directory _directory;

  /// Versions of an event that is being written, so that an older one never replaces a newer.
  final Map<String, int> _versions = {};
  int _lastVersion = 0;
  bool _isOpen = false;

  String fileOf(String id) => '${_directory.path}${Platform.pathSeparator}$id.$_owner.json';

  @override
  Future<List<StoredEvent>> load(void Function(int count) onLost) async {
    if (!await _directory.exists()) return const [];
    final began = DateTime.now().millisecondsSinceEpoch;
    final left = <(File, String)>[];
    await for (final entry in _directory.list()) {
      if (entry is! File) continue;
      final match = _name.firstMatch(entry.uri.pathSegments.last);
      if (match != null && _isLeft(match[1]!, int.parse(match[2]!), int.parse(match[3]!), began)) {
        left.add((entry, match[1]!));
      }
    }
    left.sort((a, b) => byKindAndAge(a.$2, b.$2));
    final surplus = surplusOf([for (final (_, id) in left) id]);
    var lost = 0;
    for (final (file, id) in left) {
      if (surplus.contains(id) && await _delete(file) && isEventId(id)) lost += 1;
    }
    if (lost > 0) onLost(lost);
    final events = <StoredEvent>[];
    var bytes = 0;
    for (final (file, id) in left) {
      if (surplus.contains(id)) continue;
      final body = await _takeOver(file, id);
      if (body == null) continue;
      events.add((id: id, body: body));
      bytes += body.length;
      if (bytes > _maxRead) break;
    }
    return events;
  }

  @override
  Future<void> put(StoredEvent event) async {
    final version = _begin(event.id);
    final part = File('${fileOf(event.id)}.$version.part');
    // Renamed when complete: a crash leaves a partial file that is never read.
    try {
      await part.writeAsString(event.body, flush: true);
    } catch (_) {
      // A full disk: the rest of the file would take up more of it.
      await _delete(part);
      rethrow;
    }
    if (_versions[event.id] == version) {
      part.renameSync(fileOf(event.id));
    } else {
      await _delete(part);
    }
  }

  @override
  void putNow(StoredEvent event) {
    final version = _begin(event.id);
    final part = File('${fileOf(event.id)}.$version.part');
    try {
      part
        ..writeAsStringSync(event.body, flush: true)
        ..renameSync(fileOf(event.id));
    } catch (_) {
      if (part.existsSync()) part.deleteSync();
      rethrow;
    }
  }

  @override
  Future<void> remove(String id) async {
    _versions.remove(id);
    await _delete(File(fileOf(id)));
  }

  @override
  int pausedUntil() => File(pauseFile).existsSync() ? int.tryParse(File(pauseFile).readAsStringSync()) ?? 0 : 0;

  @override
  void pause(int until) {
    final file = File(pauseFile);
    if (until == 0) {
      if (file.existsSync()) file.deleteSync();
      return;
    }
    _open();
    file.writeAsStringSync('$until');
  }

  /// All programs with this directory send to the same project.
  String get pauseFile => '${_directory.path}${Platform.pathSeparator}paused-until';

  int _begin(String id) {
    _open();
    return _versions[id] = ++_lastVersion;
  }

  void _open() {
    if (_isOpen) return;
    _directory.createSync(recursive: true);
    try {
      makePrivate(_directory);
    } catch (_) {
      // A system without these functions: the event matters more.
    }
    _isOpen = true;
  }

  /// Renames the file, so that of two programs starting at once one gets it; deletes a broken file.
  Future<String?> _takeOver(File file, String id) async {
    try {
      if (!file.path.endsWith('.part')) {
        final body = await file.readAsString();
        if (isStoredBody(body, id)) {
          await file.rename(fileOf(id));
          return body;
        }
      }
    } on FileSystemException {
      if (!await file.exists()) return null;
    } on FormatException {
      // Deleted below.
    }
    await _delete(file);
    return null;
  }
}

Future<bool> _delete(File file) async {
  try {
    await file.delete();
    return true;
  } on FileSystemException {
    return false;
  }
}

/// Whether the process that wrote a file has ended. A container's processes often have the same pid, so it is held to
/// the process' start. Without /proc nothing says whether a process runs; then files older than a minute are taken, and
/// an event sent by two programs counts once.
bool _isLeft(String id, int owner, int start, int now) {
  if (owner == pid && start == _start) return false;
  if (_start != 0) return _startOf(owner) != start;
  return id.compareTo(timeOfUuid(now - 60000)) < 0;
}

final int _start = _startOf(pid);
final String _owner = '$pid-$_start';

/// When a process started, in ticks since the system's start; 0 if it does not run or the system does not say.
int _startOf(int process) {
  if (!Platform.isLinux && !Platform.isAndroid) return 0;
  try {
    final status = File('/proc/$process/stat').readAsStringSync();
    // The name in parentheses may contain anything; the start is the twentieth field after it.
    return int.parse(status.substring(status.lastIndexOf(')') + 2).split(' ')[19]);
  } catch (_) {
    return 0;
  }
}
