import '../client.dart';
import '../options.dart';
import '../runtime.dart';

/// For platforms without dart:io and without a browser.
BugleOptions withDetected(BugleOptions options) => options;

Runtime createRuntime(BugleOptions options, {required bool isApp}) => throw UnsupportedError('no network here');

void installHooks(Client client) {}

Never end(Client client, Object error, StackTrace stackTrace) => Error.throwWithStackTrace(error, stackTrace);
