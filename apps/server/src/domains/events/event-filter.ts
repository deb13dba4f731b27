import type { QueryTerm } from '@bugle/protocol'
import { Refusal } from '../../refusal.ts'
import { userKeyOf } from '../counters/index.ts'
import { type Clause, clausesIn } from '../issues/index.ts'

/** Selects events of an issue. Every clause must hold. */
export interface EventFilter {
  clauses: Clause[]
  /** Whether a clause names a tag, which only bodies hold. */
  needsTags: boolean
}

/** The parts of an event that clauses are tested against. */
interface FilteredEvent {
  level: string
  platform: string
  release: string | null
  environment: string
  userKey: number | null
}

/**
 * Returns the filter that a query stands for: of the language that issues are searched in, the terms that say something
 * of an event.
 *
 * @throws Refusal `invalid_parameter`: it is no query, or says something of the issue
 */
export function toEventFilter(query: string | undefined): EventFilter | undefined {
  if (query === undefined) return undefined
  const clauses = clausesIn(query)
  if (clauses.length === 0) return undefined
  const terms = clauses.flat()
  const foreign = terms.find((term) => !isOfEvent(term))
  if (foreign !== undefined) throw new Refusal('invalid_parameter', { errors: { query: [sayForeign(foreign)] } })
  return { clauses, needsTags: terms.some(isOfTag) }
}

function isOfEvent(term: QueryTerm): boolean {
  if (term.key === 'has') return term.value !== 'assignee'
  return ['level', 'platform', 'release', 'environment', 'user', 'tag'].includes(term.key)
}

function isOfTag(term: QueryTerm): boolean {
  return term.key === 'tag' || (term.key === 'has' && term.value === 'tag')
}

function sayForeign(term: QueryTerm): string {
  const what = term.key === 'text' ? 'words are' : term.key === 'has' ? 'has:assignee is' : `${term.key}: is`
  return `${what} about issues; events are filtered by level, platform, release, environment, user, tag.KEY and has.`
}

/**
 * Whether the filter is for an event.
 *
 * @param tags of the event, as they are counted; nothing else is asked of its body
 */
export function matches({ clauses }: EventFilter, event: FilteredEvent, tags: readonly [string, string][]): boolean {
  return clauses.every((clause) => clause.some((term) => holds(term, event, tags) !== term.not))
}

function holds(term: QueryTerm, event: FilteredEvent, tags: readonly [string, string][]): boolean {
  switch (term.key) {
    case 'level':
    case 'platform':
    case 'release':
    case 'environment':
      return event[term.key] === term.value
    case 'user':
      return event.userKey !== null && event.userKey === userKeyOf(term.value)
    case 'tag':
      return tags.some(([key, value]) => key === term.name && value === term.value)
    case 'has':
      if (term.value === 'tag') return tags.some(([key]) => key === term.name)
      return term.value === 'user' ? event.userKey !== null : event.release !== null
    default:
      return false
  }
}
