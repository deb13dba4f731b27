/// The parts of a platform without dart:io and without a browser, where nothing can be sent.
library;

import '../client.dart';
import '../options.dart';
import '../runtime.dart';

/// Returns the options as they are: nothing can be detected.
BugleOptions withDetected(BugleOptions options) => options;

Runtime createRuntime(BugleOptions options, {required bool isApp}) => throw UnsupportedError('no network here');

/// Installs nothing.
void installHooks(Client client) {}

/// Throws the error again: the program cannot be ended from here.
Never end(Client client, Object error, StackTrace stackTrace) => Error.throwWithStackTrace(error, stackTrace);
