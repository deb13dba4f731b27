import type { Limits } from './limits.ts'

/** Why a map was not indexed. */
export type RefusedMap =
  | { code: 'map_broken'; detail: string; byte?: number }
  | { code: 'too_large'; limit: keyof Limits; maximum: number }

/** The one error that reading a map throws on purpose; anything else is a bug, or comes from the storage. */
export class MapRefusal extends Error {
  readonly refused: RefusedMap

  constructor(refused: RefusedMap) {
    super(describe(refused))
    this.name = 'MapRefusal'
    this.refused = refused
  }
}

/** Creates the refusal of a map that is not valid, to be thrown. */
export function broken(detail: string): MapRefusal {
  return new MapRefusal({ code: 'map_broken', detail })
}

/** Creates the refusal of a map that is beyond a limit, to be thrown. */
export function tooLarge(limits: Limits, limit: keyof Limits): MapRefusal {
  return new MapRefusal({ code: 'too_large', limit, maximum: limits[limit] })
}

/** Adds the byte where reading stopped to a refusal that does not name one. */
export function withByte(error: unknown, byte: number): unknown {
  if (!(error instanceof MapRefusal) || error.refused.code !== 'map_broken' || error.refused.byte !== undefined) {
    return error
  }
  return new MapRefusal({ ...error.refused, byte })
}

function describe(refused: RefusedMap): string {
  if (refused.code === 'too_large') return `The map exceeds the limit of ${refused.maximum} (${refused.limit}).`
  const where = refused.byte === undefined ? '' : ` near byte ${refused.byte}`
  return `The map is not valid${where}: ${refused.detail}.`
}
