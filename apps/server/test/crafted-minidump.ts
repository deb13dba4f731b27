interface Crash {
  code: number
  address: bigint
  /** Number of the system: 2 is Windows, 0x8201 Linux. */
  platform: number
  /** Path of the only module, loaded where the crash is. */
  file: string
}

/** Makes a minidump as Breakpad and Crashpad write it, with one module. */
export function craftMinidump({ code, address, platform, file }: Crash): Buffer {
  const exception = Buffer.alloc(168)
  exception.writeUInt32LE(77, 0)
  exception.writeUInt32LE(code, 8)
  exception.writeBigUInt64LE(address, 24)
  const system = Buffer.alloc(56)
  system.writeUInt16LE(9, 0)
  for (const [index, part] of [10, 0, 19045].entries()) system.writeUInt32LE(part, 8 + 4 * index)
  system.writeUInt32LE(platform, 20)
  const name = Buffer.from(file, 'utf16le')
  const text = Buffer.concat([Buffer.alloc(4), name, Buffer.alloc(2)])
  text.writeUInt32LE(name.length, 0)
  const debug = Buffer.alloc(29)
  debug.write('RSDS', 0, 'latin1')
  Buffer.from('0403020106050807090a0b0c0d0e0f10', 'hex').copy(debug, 4)
  debug.writeUInt32LE(2, 20)
  const modules = Buffer.alloc(4 + 108)
  // Header, directory, then the streams one after another.
  const parts: [type: number, bytes: Buffer][] = [
    [6, exception],
    [7, system],
    [4, modules],
  ]
  const start = 32 + 12 * parts.length
  let at = start
  const directory = Buffer.concat(
    parts.map(([type, bytes]) => {
      const entry = Buffer.alloc(12)
      entry.writeUInt32LE(type, 0)
      entry.writeUInt32LE(bytes.length, 4)
      entry.writeUInt32LE(at, 8)
      at += bytes.length
      return entry
    }),
  )
  modules.writeUInt32LE(1, 0)
  modules.writeBigUInt64LE(address - (address % 16n), 4)
  modules.writeUInt32LE(4096, 4 + 8)
  modules.writeUInt32LE(at, 4 + 20)
  modules.writeUInt32LE(debug.length, 4 + 76)
  modules.writeUInt32LE(at + text.length, 4 + 80)
  const header = Buffer.alloc(32)
  header.write('MDMP', 0, 'latin1')
  header.writeUInt32LE(0xa793, 4)
  header.writeUInt32LE(parts.length, 8)
  header.writeUInt32LE(32, 12)
  return Buffer.concat([header, directory, ...parts.map(([, bytes]) => bytes), text, debug])
}
