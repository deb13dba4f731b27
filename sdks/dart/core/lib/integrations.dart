/// The API for packages on top of this one; programs need only `bugle.dart`.
library;

export 'src/client.dart' show Client;
export 'src/platform.dart' show createRuntime;
export 'src/runtime.dart';
export 'src/scrub.dart' show cleanText, toText;
export 'src/store.dart' show EventStore, StoredEvent;
export 'src/transport.dart' show IngestRequest, IngestResponse, SetTimer, Transport;
