import { type ProjectBoundId, parseBoundId, parseProjectId } from '@bugle/protocol'
import { Refusal } from '../refusal.ts'

/** The number of a `prj_…` id. What is no id at all is refused like an id that does not exist. */
export function projectIdOf(id: string): number {
  return parseProjectId(id) ?? refuse()
}

/** Project number and uuid of an `evt_…` or `iss_…` id. */
export function boundIdOf(prefix: 'evt' | 'iss', id: string): ProjectBoundId {
  return parseBoundId(prefix, id) ?? refuse()
}

/** The number that is an id of ours at the edge too, such as a session's. */
export function numberOf(id: string): number {
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : refuse()
}

function refuse(): never {
  throw new Refusal('not_found')
}
