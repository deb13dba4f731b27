final _buildId = RegExp(r"^build_id: '([0-9a-fA-F]{8,64})'", multiLine: true);
final _base = RegExp(r'\bisolate_dso_base: (?:0x)?([0-9a-fA-F]{1,16})\b');
/// package:stack_trace widens the first gap of a line.
final _system = RegExp(r'^os: +(\w+) arch: (\w+)', multiLine: true);

/// Returns the images of ahead-of-time compiled stacks, by the header that the VM prints above their frames: the server
/// finds a build's symbols by `build_id`. Null when no stack has one.
Map<String, Object?>? debugMeta(Iterable<String?> stacks) {
  final images = <String, Map<String, Object?>>{};
  for (final stack in stacks) {
    if (stack == null || !stack.contains('*** ***')) continue;
    final id = _buildId.firstMatch(stack)?[1]?.toLowerCase();
    if (id == null) continue;
    final system = _system.firstMatch(stack);
    final os = system?[1];
    images[id] = {
      'type': os == 'ios' || os == 'macos' ? 'macho' : 'elf',
      'build_id': id,
      if (_base.firstMatch(stack)?[1] case final base?) 'image_addr': '0x${base.toLowerCase()}',
      if (os != null) 'os': os,
      if (system?[2] case final arch?) 'arch': arch,
    };
  }
  return images.isEmpty ? null : {'images': [...images.values.take(50)]};
}
