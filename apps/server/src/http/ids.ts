import { type ProjectBoundId, parseBoundId, parsePlainId, parseProjectId } from '@bugle/protocol'
import { Refusal } from '../refusal.ts'

/** Returns the number of a `prj_…` id. A malformed id is refused like one that does not exist. */
export function projectIdOf(id: string): number {
  return parseProjectId(id) ?? refuse()
}

/** Returns project number and uuid of an `evt_…` or `iss_…` id. */
export function boundIdOf(prefix: 'evt' | 'iss', id: string): ProjectBoundId {
  return parseBoundId(prefix, id) ?? refuse()
}

/** Returns the uuid of an `org_…` id. */
export function organizationIdOf(id: string): string {
  return parsePlainId('org', id) ?? refuse()
}

/** Returns the uuid of an id with one of the other plain prefixes. */
export function plainIdOf(prefix: 'usr' | 'tea' | 'inv' | 'chn' | 'dlv' | 'rul' | 'inc', id: string): string {
  return parsePlainId(prefix, id) ?? refuse()
}

/** Parses an id that is a plain number in the API as well, such as a session's. */
export function numberOf(id: string): number {
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : refuse()
}

function refuse(): never {
  throw new Refusal('not_found')
}
