import { type ProjectBoundId, parseBoundId, parseProjectId } from '@bugle/protocol'
import { Refusal } from '../refusal.ts'

/** Returns the number of a `prj_…` id. A malformed id is refused like one that does not exist. */
export function projectIdOf(id: string): number {
  return parseProjectId(id) ?? refuse()
}

/** Returns project number and uuid of an `evt_…` or `iss_…` id. */
export function boundIdOf(prefix: 'evt' | 'iss', id: string): ProjectBoundId {
  return parseBoundId(prefix, id) ?? refuse()
}

/** Parses an id that is a plain number in the API as well, such as a session's. */
export function numberOf(id: string): number {
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : refuse()
}

function refuse(): never {
  throw new Refusal('not_found')
}
