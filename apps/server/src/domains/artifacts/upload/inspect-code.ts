import { decodeDataUrl, findDebugId, findMapReference, MapRefusal } from '@bugle/symbols'
import { normalizeDebugId } from '../content/index.ts'

/** Longer references are not those of a file. */
const maxReference = 2000

/** Facts that a generated file states about its map. */
export interface CodeFacts {
  /** The reference to its map, as it is written. */
  mapReference: string | null
  debugId: string | null
  /** The map itself, where the file holds it. */
  inlineMap: Buffer | null
}

/**
 * Reads the comments at the end of a generated file.
 *
 * @example inspectCode(Buffer.from('n(1)\n//# sourceMappingURL=app.js.map'), 1e6).mapReference // 'app.js.map'
 *
 * @param maxBytes of an inline map; a larger one is left out
 */
export function inspectCode(code: Buffer, maxBytes: number): CodeFacts {
  const reference = findMapReference(code) ?? null
  const debugId = findDebugId(code)
  const inlineMap = reference === null ? null : inlineMapOf(reference, maxBytes)
  return {
    mapReference: inlineMap !== null || (reference?.length ?? 0) > maxReference ? null : reference,
    debugId: (debugId && normalizeDebugId(debugId)) ?? null,
    inlineMap,
  }
}

function inlineMapOf(reference: string, maxBytes: number): Buffer | null {
  const pieces = decodeDataUrl(reference)
  if (pieces === undefined) return null
  const kept: Uint8Array[] = []
  let bytes = 0
  try {
    for (const piece of pieces) {
      bytes += piece.length
      if (bytes > maxBytes) return null
      kept.push(piece)
    }
  } catch (error) {
    if (error instanceof MapRefusal) return null
    throw error
  }
  return Buffer.concat(kept)
}
