// Public ids: a prefix for the kind, then characters that are opaque to callers. Tables store uuids and integers. Ids of
// objects within a project include the project's number, so that a lookup by id reads only that project:
// `evt_` + number in base 36 + the uuid's 32 hex digits.

declare const form: unique symbol

/**
 * A uuid as 32 lowercase hex digits, its form in memory and in binary statements. The type keeps it apart from the
 * canonical form with hyphens, which PostgreSQL returns: as keys of a map, the two would silently miss each other.
 */
export type HexId = string & { readonly [form]: 'hex' }

const hex32 = /^[0-9a-f]{32}$/
const base36 = /^[1-9a-z][0-9a-z]{0,11}$/

/** The parts of a project-bound id: the project's number and the row's uuid in canonical form. */
export interface ProjectBoundId {
  projectId: number
  uuid: string
}

type Plain = 'usr' | 'org' | 'tea' | 'inv' | 'und' | 'viw' | 'chn' | 'dlv' | 'rul' | 'inc'
type Bound = 'evt' | 'iss'

/** `toPlainId('usr', '0189…-…')` → `usr_0189…` */
export function toPlainId(prefix: Plain, uuid: string): string {
  return `${prefix}_${toHexId(uuid)}`
}

/** Parses the uuid of a plain id; undefined if the text is no such id. */
export function parsePlainId(prefix: Plain, id: string): string | undefined {
  if (!id.startsWith(`${prefix}_`)) return undefined
  const hex = id.slice(prefix.length + 1)
  return hex32.test(hex) ? toUuid(hex) : undefined
}

/** `toProjectId(42)` → `prj_16` */
export function toProjectId(projectId: number): string {
  return `prj_${projectId.toString(36)}`
}

/** Parses the number of a `prj_…` id; undefined if the text is no such id. */
export function parseProjectId(id: string): number | undefined {
  if (!id.startsWith('prj_')) return undefined
  return parseNumber(id.slice(4))
}

/** `toBoundId('evt', 42, '0189…-…')` → `evt_160189…`; the hyphens may be missing. */
export function toBoundId(prefix: Bound, projectId: number, uuid: string): string {
  return `${prefix}_${projectId.toString(36)}${toHexId(uuid)}`
}

/** Parses project number and uuid of an `evt_…` or `iss_…` id; undefined if the text is no such id. */
export function parseBoundId(prefix: Bound, id: string): ProjectBoundId | undefined {
  if (!id.startsWith(`${prefix}_`) || id.length > 60) return undefined
  const hex = id.slice(-32)
  const projectId = parseNumber(id.slice(prefix.length + 1, -32))
  if (projectId === undefined || !hex32.test(hex)) return undefined
  return { projectId, uuid: toUuid(hex) }
}

/** Converts a uuid as PostgreSQL returns it, lowercase with hyphens. `toHexId('0189…-…')` → `0189…` */
export function toHexId(uuid: string): HexId {
  return uuid.replaceAll('-', '') as HexId
}

/** Reads an id of 32 hex digits as others write it: with or without hyphens, in either case. */
export function parseHexId(value: unknown): HexId | undefined {
  if (typeof value !== 'string' || value.length > 36) return undefined
  // Usually nothing is to be changed.
  if (hex32.test(value)) return value as HexId
  const hex = value.replaceAll('-', '').toLowerCase()
  return hex32.test(hex) ? (hex as HexId) : undefined
}

/** Canonical form (with hyphens) of 32 hex digits. */
export function toUuid(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

function parseNumber(text: string): number | undefined {
  if (!base36.test(text)) return undefined
  const number = Number.parseInt(text, 36)
  return Number.isSafeInteger(number) ? number : undefined
}
