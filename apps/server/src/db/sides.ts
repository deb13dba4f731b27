import { bucketTables, referenceTables } from './table-classes.ts'

/** The server that a statement belongs to: that of the events of some projects, or that of the accounts. */
export type Side = 'events' | 'accounts'

/** Views of accounts, which statements name like tables. */
export const accountViews: readonly string[] = ['visible_projects', 'second_factors']

const events = new Set(bucketTables)
const accounts = new Set<string>([...referenceTables, ...accountViews])
/** A queue of jobs is on both sides: a job is done where it was queued, in the transaction that needs it. */
const onBoth = new Set(['jobs'])

const named = /\b(?:from|join|into|update|using|only|table|vacuum|analyze|truncate)\s+"?([a-z_]+)"?/gi
const defined = /\b([a-z_]+)(?:\s*\([a-z_, ]*\))?\s+as\s+(?:not\s+)?(?:materialized\s+)?\(/gi

/** Sides of statements that were seen; texts are few, but for some that are composed. */
const known = new Map<string, Side | undefined>()
const mostKnown = 5000

/**
 * Tells which side a statement belongs to by the tables that it names: every statement is about one side (ADR 56). Undefined
 * for one about no table, such as a lock or a clock.
 *
 * @throws Error if it names tables of both sides
 */
export function sideOf(text: string): Side | undefined {
  if (known.has(text)) return known.get(text)
  const side = readSide(text)
  if (known.size >= mostKnown) known.clear()
  known.set(text, side)
  return side
}

function readSide(text: string): Side | undefined {
  const own = new Set([...text.matchAll(defined)].map((match) => match[1]!.toLowerCase()))
  const names = [...text.matchAll(named)].map((match) => match[1]!.toLowerCase()).filter((name) => !own.has(name))
  const ofEvents = names.filter((name) => events.has(name))
  const ofAccounts = names.filter((name) => accounts.has(name) && !onBoth.has(name))
  if (ofEvents.length > 0 && ofAccounts.length > 0)
    throw new Error(`a statement is about ${ofEvents.join(', ')} and about ${ofAccounts.join(', ')}`)
  if (ofAccounts.length > 0) return 'accounts'
  return ofEvents.length > 0 ? 'events' : undefined
}
