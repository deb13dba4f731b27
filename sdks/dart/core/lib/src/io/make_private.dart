import 'dart:convert';
import 'dart:ffi';
import 'dart:io';

/// Makes a directory readable for its user alone, where everyone may enter the one above it. Dart itself has no call for
/// permissions, and starting `chmod` would hold the program for ten milliseconds.
void makePrivate(Directory directory) {
  if (!Platform.isLinux && !Platform.isMacOS) return;
  final process = DynamicLibrary.process();
  final allocate = process.lookupFunction<Pointer<Uint8> Function(Size), Pointer<Uint8> Function(int)>('malloc');
  final free = process.lookupFunction<Void Function(Pointer<Uint8>), void Function(Pointer<Uint8>)>('free');
  final chmod = process.lookupFunction<Int Function(Pointer<Uint8>, UnsignedInt), int Function(Pointer<Uint8>, int)>(
    'chmod',
  );
  final path = utf8.encode(directory.path);
  final text = allocate(path.length + 1);
  for (final (index, byte) in path.indexed) text[index] = byte;
  text[path.length] = 0;
  chmod(text, 448); // rwx------
  free(text);
}
