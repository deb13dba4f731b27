import type { FrameView } from '@bugle/protocol'
import type { ProgramImage } from './program-images.ts'

/** A frame of native code: an address within a program. */
export interface NativeFrame {
  /** The program, by the id of its build; undefined if neither stack nor event say it. */
  buildId: string | undefined
  debugId: string | undefined
  offset: number
  /** Start that the offset counts from: the addresses of the file, its beginning in memory, or a symbol of it. */
  from: 'file' | 'memory' | { symbol: string }
}

/** Ahead-of-time compiled Dart: an offset from a symbol, and in newer versions the address within the file. */
const dartAot = /^\s*#\d+ abs [0-9a-f]+(?: virt ([0-9a-f]+))? (_kDart\w+Instructions)\+0x([0-9a-f]+)\s*$/i
/** Number and image at the beginning of a line. */
const appleImage = /^\s*\d+\s+\S/
/** An address, and where its image begins or a symbol with its distance. */
const appleAddress = /\s0x([0-9a-f]{1,16})\s+(?:0x([0-9a-f]{1,16}) \+ \d+)?/i

/** Returns the address of a frame, within the program that it is of; undefined if it is none of native code. */
export function nativeFrameOf(
  { raw = '', module, line }: FrameView,
  images: readonly ProgramImage[],
  isInnermost: boolean,
): NativeFrame | undefined {
  const dart = dartAot.exec(raw)
  if (dart !== null) {
    const [, address, symbol, offset] = dart
    const image = images.find(({ type }) => type === 'elf' || type === 'macho' || type === 'dart')
    const buildId = module === undefined ? image?.buildId : module.toLowerCase().replaceAll('-', '')
    const debugId = module === undefined ? image?.debugId : undefined
    return address === undefined
      ? { buildId, debugId, offset: Number.parseInt(offset!, 16), from: { symbol: symbol! } }
      : { buildId, debugId, offset: Number.parseInt(address, 16), from: 'file' }
  }
  if (module === undefined || line !== undefined) return undefined
  const image = images.find(({ name }) => name !== '' && name === module)
  const found = image && appleImage.test(raw) ? appleAddress.exec(raw) : null
  if (image === undefined || found === null) return undefined
  const base = found[2] === undefined ? image.address : Number.parseInt(found[2], 16)
  // A caller resumes after its call.
  const offset = Number.parseInt(found[1]!, 16) - (base ?? Number.NaN) - (isInnermost ? 0 : 1)
  return offset >= 0 ? { buildId: image.buildId, debugId: image.debugId, offset, from: 'memory' } : undefined
}

/** The name that R8 writes in place of the file's, with the id of its mapping. */
const mapIdFile = /^r8-map-id-([0-9a-z]{7,64})$/i

/** Returns the id of the mapping that a frame of R8 names. */
export function mapIdOf({ file = '' }: FrameView): string | undefined {
  return mapIdFile.exec(file)?.[1]?.toLowerCase()
}

/** Whether a frame may be of the JVM: a class, a method, and no column. */
export function isJvmFrame({ module, function: name, column, file = '' }: FrameView): boolean {
  if (module === undefined || name === undefined || column !== undefined) return false
  return /^[\w$.]+$/.test(module) && !/[\\/]/.test(file) && /^(?:<init>|<clinit>|[\w$-]+)$/.test(name)
}

/** Whether the names of a frame of the JVM are those of an obfuscated build, whatever is known of the project. */
export function looksObfuscated({ module = '', function: name = '' }: FrameView): boolean {
  const simple = module.slice(module.lastIndexOf('.') + 1)
  return simple.length <= 3 && (name.length <= 3 || name.startsWith('<'))
}
