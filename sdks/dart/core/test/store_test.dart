import 'dart:io';

import 'package:bugle/src/io/directory_store.dart';
import 'package:bugle/src/store.dart';
import 'package:bugle/src/uuid.dart';

import '../../tool/test.dart';

void storeTests() {
  late Directory directory;
  StoredEvent event(String id, [String more = '']) => (id: id, body: '{"event_id":"$id","more":"$more"}');
  File left(String id, {String owner = '1999999999-1', String body = ''}) =>
      File('${directory.path}/$id.$owner.json')..writeAsStringSync(body.isEmpty ? event(id).body : body);
  List<String> names() => [for (final one in directory.listSync()) one.uri.pathSegments.last]..sort();

  void storeTest(String name, Future<void> Function(DirectoryStore store) body) => test(name, () async {
        directory = Directory.systemTemp.createTempSync('bugle-store');
        try {
          await body(DirectoryStore(directory.path));
        } finally {
          directory.deleteSync(recursive: true);
        }
      });

  storeTest('an event is stored until it is removed; its own process does not load it', (store) async {
    final id = uuidv7();
    await store.put(event(id));
    expect(names().length, 1);
    expect(await store.load((_) {}), <Object?>[]);
    await store.remove(id);
    expect(names(), <Object?>[]);
  });

  storeTest('the errors of a long outage are kept, however many items the runs have left', (store) async {
    final error = uuidv7();
    left(error);
    for (var i = 0; i < 130; i += 1) left('${uuidv7()}.sessions', body: '{"app_id":"a"}');
    var lost = 0;
    final loaded = await store.load((count) => lost += count);
    expect([loaded.first.id, loaded.length, lost], [error, 101, 0]);
  });

  storeTest('the directory belongs to its user alone', (_) async {
    final path = '${directory.path}/shop/events';
    await Future.wait([for (var i = 0; i < 3; i += 1) DirectoryStore(path).put(event(uuidv7()))]);
    expect(Directory(path).listSync().length, 3);
    if (!Platform.isWindows) expect(FileStat.statSync(path).modeString(), 'rwx------');
  });

  storeTest('the newest version of an event wins, in whatever order writes end', (store) async {
    final id = uuidv7();
    final first = store.put(event(id, 'a'));
    final second = store.put(event(id, 'b'));
    store.putNow(event(id, 'c'));
    await Future.wait([first, second]);
    expect(File(store.fileOf(id)).readAsStringSync(), event(id, 'c').body);
    expect(names().length, 1);
  });

  storeTest('events of ended processes are loaded once, oldest first; broken files are deleted', (store) async {
    final (first, second, broken, part) = (uuidv7(), uuidv7(), uuidv7(), uuidv7());
    left(second);
    left(first);
    left(broken, body: '{"event_id":');
    File('${directory.path}/$part.1999999999-1.json.3.part').writeAsStringSync('{');
    final others = await Future.wait([store.load((_) {}), DirectoryStore(directory.path).load((_) {})]);
    expect({for (final one in others.expand((one) => one)) one.id}, (Object? ids) => (ids! as Set).length == 2);
    expect(names(), [for (final id in [first, second]) File(store.fileOf(id)).uri.pathSegments.last]);
  });

  storeTest('events that are too many or too old are discarded and counted', (store) async {
    final month = DateTime.now().millisecondsSinceEpoch - 31 * 86400000;
    left('${timeOfUuid(month)}-7000-8000-000000000000');
    for (var i = 0; i < 103; i += 1) left(uuidv7());
    var lost = 0;
    final events = await store.load((count) => lost += count);
    expect((events.length, lost), (100, 4));
  });

  storeTest('without a directory there is nothing to load', (store) async {
    directory.deleteSync();
    expect(await store.load((_) {}), <Object?>[]);
    directory.createSync();
  });
}
