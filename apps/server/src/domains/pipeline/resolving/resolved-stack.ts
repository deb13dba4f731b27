import { promisify } from 'node:util'
import { deflateRaw, inflateRawSync } from 'node:zlib'
import type { FrameView } from '@bugle/protocol'
import type { SymbolicatedFrame } from '../../artifacts/index.ts'

/** An exception of an event, and what it was resolved to. */
export interface ResolvedException {
  /** As it was sent. */
  type: string
  frames: readonly FrameView[]
  found: readonly (SymbolicatedFrame | undefined)[]
  /** The name that its author gave the type, where the build replaced it. */
  originalType?: string | undefined
}

/** The stored form. */
interface PackedStacks {
  version: 1
  /** By the location of the call. */
  originals: Record<string, SymbolicatedFrame>
  /** By the name that the build gave the type. */
  types: Record<string, string>
}

/** Source lines are kept for this many calls. */
const maxWithLines = 50

/**
 * Packs the originals of an event by the locations of their calls: other events of the exact group have the same calls, but
 * may repeat some, and may have loaded their files from elsewhere.
 */
export function packStacks(exceptions: readonly ResolvedException[]): Promise<Buffer> {
  const originals = new Map<string, SymbolicatedFrame | null>()
  const types: Record<string, string> = {}
  let withLines = 0
  for (const { type, frames, found, originalType } of exceptions) {
    if (originalType !== undefined) types[type] = originalType
    for (const [index, frame] of frames.entries()) {
      const one = found[index]
      if (one?.state !== 'resolved') continue
      const { artifact_id: _, ...whole } = one
      const kept = withLines < maxWithLines ? whole : withoutLines(whole)
      const location = locationOf(frame)
      const known = originals.get(location)
      // Files of one name can have calls at the same position: either could be meant.
      if (known === undefined) originals.set(location, kept)
      else if (known?.file !== kept.file || known?.line !== kept.line) originals.set(location, null)
      if (known === undefined && whole.context_line !== undefined) withLines += 1
    }
  }
  const certain = [...originals].filter((entry): entry is [string, SymbolicatedFrame] => entry[1] !== null)
  const packed: PackedStacks = { version: 1, originals: Object.fromEntries(certain), types }
  return promisify(deflateRaw)(JSON.stringify(packed))
}

/** The originals that an event of an exact group shares with those before it. */
export interface UnpackedStacks {
  originalOf: (frame: FrameView) => SymbolicatedFrame | undefined
  originalTypeOf: (type: string) => string | undefined
}

/** Reverses packStacks. */
export function unpackStacks(packed: Buffer): UnpackedStacks {
  const { originals, types } = JSON.parse(inflateRawSync(packed).toString('utf8')) as PackedStacks
  return {
    originalOf: (frame) => {
      const location = locationOf(frame)
      return Object.hasOwn(originals, location) ? originals[location] : undefined
    },
    originalTypeOf: (type) => (Object.hasOwn(types, type) ? types[type] : undefined),
  }
}

function locationOf({ function: name, module, file = '', line, column }: FrameView): string {
  const base = file
    .replace(/[?#].*$/s, '')
    .split(/[/\\]/)
    .at(-1)
  // A position is exact; without a column, the name says which call of the line it is.
  return JSON.stringify(column === undefined ? [base, line, module, name] : [base, line, column])
}

function withoutLines(frame: SymbolicatedFrame): SymbolicatedFrame {
  const { pre_context: _, context_line: __, post_context: ___, ...rest } = frame
  return rest
}
