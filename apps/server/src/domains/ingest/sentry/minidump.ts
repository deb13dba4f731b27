/** Content of a minidump that needs no symbols: enough to name the crash and the address of its first frame. */
export interface DumpFacts {
  type: string
  address: string | undefined
  threadId: number | undefined
  os: { name: string; version?: string } | undefined
  cpu: string | undefined
  modules: { file: string; address: bigint; size: number; debugId: string | undefined }[]
}

const streams = { threads: 3, modules: 4, exception: 6, system: 7 }
const maxModules = 500

/** Names of the exceptions of Windows; Linux and macOS write the number of their signal or exception. */
const windowsCodes: Record<number, string> = {
  3221225477: 'EXCEPTION_ACCESS_VIOLATION',
  3221225501: 'EXCEPTION_ILLEGAL_INSTRUCTION',
  3221225620: 'EXCEPTION_INT_DIVIDE_BY_ZERO',
  3221225725: 'EXCEPTION_STACK_OVERFLOW',
  3221226356: 'STATUS_HEAP_CORRUPTION',
  3221226505: 'STATUS_STACK_BUFFER_OVERRUN',
  2147483651: 'EXCEPTION_BREAKPOINT',
  3765269347: 'C++ exception',
}
const signals: Record<number, string> = {
  4: 'SIGILL',
  5: 'SIGTRAP',
  6: 'SIGABRT',
  7: 'SIGBUS',
  8: 'SIGFPE',
  11: 'SIGSEGV',
}
const machExceptions: Record<number, string> = {
  1: 'EXC_BAD_ACCESS',
  2: 'EXC_BAD_INSTRUCTION',
  3: 'EXC_ARITHMETIC',
  6: 'EXC_BREAKPOINT',
  10: 'EXC_CRASH',
}
const systems: Record<number, string> = { 2: 'Windows', 33025: 'macOS', 33026: 'iOS', 33281: 'Linux', 33283: 'Android' }
const processors: Record<number, string> = { 0: 'x86', 5: 'arm', 9: 'x86_64', 12: 'arm64', 32771: 'arm64' }

export function isMinidump(bytes: Buffer): boolean {
  return bytes.length >= 32 && bytes.toString('latin1', 0, 4) === 'MDMP'
}

/**
 * Reads the streams of a minidump (MINIDUMP_HEADER of the Windows SDK, as Breakpad and Crashpad write it): exception,
 * modules and system. Undefined if it is damaged. The stack is not unwound: that needs the symbols of each module.
 */
export function readMinidump(bytes: Buffer): DumpFacts | undefined {
  try {
    return isMinidump(bytes) ? read(bytes) : undefined
  } catch (error) {
    // An offset outside of the file.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function read(bytes: Buffer): DumpFacts {
  const count = Math.min(bytes.readUInt32LE(8), 100)
  const directory = bytes.readUInt32LE(12)
  const offsets = new Map<number, number>()
  for (let index = 0; index < count; index++) {
    const at = directory + index * 12
    offsets.set(bytes.readUInt32LE(at), bytes.readUInt32LE(at + 8))
  }
  const system = offsets.get(streams.system)
  const platform = system === undefined ? undefined : bytes.readUInt32LE(system + 20)
  const exception = offsets.get(streams.exception)
  const modules = offsets.get(streams.modules)
  return {
    ...(exception === undefined
      ? { type: 'Crash', address: undefined, threadId: undefined }
      : readException(bytes, exception, platform)),
    os: system === undefined ? undefined : readSystem(bytes, system, platform!),
    cpu: system === undefined ? undefined : processors[bytes.readUInt16LE(system)],
    modules: modules === undefined ? [] : readModules(bytes, modules),
  }
}

function readException(bytes: Buffer, at: number, platform: number | undefined) {
  const threadId = bytes.readUInt32LE(at)
  const code = bytes.readUInt32LE(at + 8)
  const address = bytes.readBigUInt64LE(at + 24)
  const names = platform === 2 ? windowsCodes : platform === 0x8101 || platform === 0x8102 ? machExceptions : signals
  return { type: names[code] ?? `0x${code.toString(16)}`, address: hex(address), threadId }
}

function readSystem(bytes: Buffer, at: number, platform: number) {
  const version = [8, 12, 16].map((offset) => bytes.readUInt32LE(at + offset)).join('.')
  return { name: systems[platform] ?? 'unknown', ...(version === '0.0.0' ? {} : { version }) }
}

function readModules(bytes: Buffer, at: number): DumpFacts['modules'] {
  const count = Math.min(bytes.readUInt32LE(at), maxModules)
  return Array.from({ length: count }, (_, index) => {
    const start = at + 4 + index * 108
    const record = bytes.readUInt32LE(start + 80)
    const size = bytes.readUInt32LE(start + 76)
    return {
      address: bytes.readBigUInt64LE(start),
      size: bytes.readUInt32LE(start + 8),
      file: readString(bytes, bytes.readUInt32LE(start + 20)),
      debugId: size >= 24 ? readDebugId(bytes, record) : undefined,
    }
  })
}

/** The record of a PDB 7.0 file: `RSDS`, a GUID, an age. Others have an id of the build in another form. */
function readDebugId(bytes: Buffer, at: number): string | undefined {
  if (bytes.toString('latin1', at, at + 4) !== 'RSDS') return undefined
  const part = (offset: number, length: number) =>
    bytes
      .readUIntLE(at + offset, length)
      .toString(16)
      .padStart(length * 2, '0')
  const rest = bytes.toString('hex', at + 12, at + 20)
  const age = bytes.readUInt32LE(at + 20)
  return `${part(4, 4)}-${part(8, 2)}-${part(10, 2)}-${rest.slice(0, 4)}-${rest.slice(4)}${age === 0 ? '' : `-${age.toString(16)}`}`
}

/** A text of UTF-16 after its length in bytes. */
function readString(bytes: Buffer, at: number): string {
  const length = Math.min(bytes.readUInt32LE(at), 1024)
  return bytes.toString('utf16le', at + 4, at + 4 + length).toWellFormed()
}

function hex(value: bigint): string {
  return `0x${value.toString(16)}`
}

/** Completes the event that came with a dump, or makes one of the dump alone. */
export function eventOfDump(facts: DumpFacts, event: Record<string, unknown>): Record<string, unknown> {
  const { type, address, threadId, os, cpu, modules } = facts
  const at = address === undefined ? undefined : BigInt(address)
  const module = modules.find((one) => at !== undefined && at >= one.address && at < one.address + BigInt(one.size))
  const frame = {
    ...(address === undefined ? {} : { instruction_addr: address }),
    ...(module === undefined ? {} : { package: module.file }),
    in_app: true,
  }
  const contexts = (event.contexts ?? {}) as Record<string, unknown>
  return {
    level: 'fatal',
    platform: 'native',
    ...event,
    exception: {
      values: [
        {
          type,
          value: address === undefined ? '' : `Fatal error at ${address}`,
          mechanism: { type: 'minidump', handled: false, synthetic: true },
          ...(threadId === undefined ? {} : { thread_id: threadId }),
          stacktrace: { frames: [frame] },
        },
      ],
    },
    contexts: {
      ...(os === undefined ? {} : { os }),
      ...(cpu === undefined ? {} : { device: { arch: cpu } }),
      ...contexts,
    },
    debug_meta: {
      images: modules.map(({ file, address: base, size, debugId }) => ({
        type: 'minidump',
        code_file: file,
        image_addr: hex(base),
        image_size: size,
        ...(debugId === undefined ? {} : { debug_id: debugId }),
      })),
    },
  }
}
