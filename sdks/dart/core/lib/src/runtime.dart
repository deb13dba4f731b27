import 'store.dart';
import 'transport.dart';

/// The parts of the SDK that a platform provides.
abstract class Runtime {
  /// One of the server's platforms: `android`, `ios`, `macos`, `windows`, `linux`, `web`, `other`.
  String get platform;

  Transport get transport;
  EventStore? get store;

  /// A timer that does not keep the program alive, where the platform has one.
  SetTimer get setTimer;

  /// Facts about system, device and program, read when an event is built; none identifies a person.
  Map<String, Object?> contexts();

  /// Names of error types that only this platform has, most specific first.
  List<(bool Function(Object error), String)> get errorTypes => const [];

  /// Fields that identify a failure, of errors that only this platform has.
  Map<String, Object?>? errorFields(Object error) => null;

  /// Frees what the runtime holds.
  void close() {}
}
