import {
  formatIssueQuery,
  type IssueFact,
  type IssueListQuery,
  type IssueStatus,
  issueStatuses,
  parseIssueQuery,
  type QueryTerm,
} from '@bugle/protocol'
import { hourMs } from '../../../lib/time.ts'
import { Refusal } from '../../../refusal.ts'

/** The issues of a list. Every clause must hold; the terms of a clause are alternatives. */
export interface IssueFilter {
  statuses: IssueStatus[]
  /** Conditions on the issue itself. */
  ofIssue: Clause[]
  /** Conditions on the counted events: hour, environment, release and platform. */
  ofEvents: Clause[]
  window: HourWindow
}

/** Terms with the same key; a negated term stands alone. */
export type Clause = readonly [QueryTerm, ...QueryTerm[]]

/** Whole hours, from inclusive, to exclusive. */
export interface HourWindow {
  from: Date | undefined
  to: Date | undefined
}

export type IssueSort = Exclude<NonNullable<IssueListQuery['sort']>, 'count'>

/**
 * Converts the parameters of a list to a filter. `is:` with a status replaces the default status.
 *
 * @throws Refusal `invalid_parameter`, with the range of every mistake in `query`
 */
export function toFilter(params: IssueListQuery): IssueFilter {
  const terms = params.query === undefined ? [] : read('query', params.query)
  const clauses = [...clausesOf(terms), ...paramClauses(params)]
  const isStatus = (clause: Clause) => clause[0].key === 'is' && statusOf(clause[0].value) !== undefined
  const isOfEvents = ([term]: Clause) =>
    term.key === 'environment' ||
    term.key === 'release' ||
    term.key === 'platform' ||
    (term.key === 'has' && term.value === 'release')
  const statusClauses = clauses.filter(isStatus)
  const others = clauses.filter((clause) => !isStatus(clause))
  return {
    statuses: statusesOf(params.status, statusClauses),
    ofIssue: others.filter((clause) => !isOfEvents(clause)),
    ofEvents: others.filter(isOfEvents),
    window: windowOf(params),
  }
}

/** Returns the sort order of a list; `count` is accepted as an older spelling. */
export function sortOf({ sort = 'last_seen' }: IssueListQuery): IssueSort {
  return sort === 'count' ? 'events' : sort
}

/** Whether events are filtered: counts are then those of the matching events. */
export function narrowsEvents({ ofEvents, window }: IssueFilter): boolean {
  return ofEvents.length > 0 || window.from !== undefined || window.to !== undefined
}

/** The source of a list's counts, and the clause of `ofIssue` that it decides. */
type CountSource = { of: 'issues' } | { of: 'counters' } | { of: 'tag' | 'user'; clause: Clause }

/**
 * Chooses the source of counts. Counters know the hour, environment, release and platform of events; tag counters know
 * only their tag; users are known only to the events themselves.
 */
export function countSourceOf(filter: IssueFilter): CountSource {
  const user = filter.ofIssue.find(([term]) => term.key === 'user' && !term.not)
  if (user !== undefined) return { of: 'user', clause: user }
  if (narrowsEvents(filter)) return { of: 'counters' }
  const [tag, ...others] = filter.ofIssue.filter(([term]) => isOfTag(term) && !term.not)
  return tag === undefined || others.length > 0 ? { of: 'issues' } : { of: 'tag', clause: tag }
}

/** Whether counts cover exactly the matching events. Evicted events cannot be matched against a user. */
export function isExact(filter: IssueFilter): boolean {
  const source = countSourceOf(filter)
  if (source.of === 'user') return false
  // That an issue lacks a tag is certain; that it lacks a value is known only for values that are counted individually.
  const isCertain = ([term]: Clause) => !isOfTag(term) || (term.not && term.key === 'has')
  return filter.ofIssue.every((clause) => isCertain(clause) || (source.of === 'tag' && clause === source.clause))
}

function isOfTag(term: QueryTerm): boolean {
  return term.key === 'tag' || (term.key === 'has' && term.value === 'tag')
}

/** Whether a filter only chooses statuses. */
export function isPlain(filter: IssueFilter): boolean {
  return filter.ofIssue.length === 0 && !narrowsEvents(filter)
}

/**
 * Parses a query into its clauses, for filters of something other than issues.
 *
 * @throws Refusal `invalid_parameter`, with the range of every mistake in `query`
 */
export function clausesIn(query: string): Clause[] {
  return clausesOf(read('query', query))
}

function read(field: keyof IssueListQuery, text: string): QueryTerm[] {
  const parsed = parseIssueQuery(text)
  if (parsed.ok) return parsed.terms
  const errors = parsed.errors.map(({ from, message }) =>
    field === 'query' ? `character ${from + 1}: ${message}` : message,
  )
  throw new Refusal('invalid_parameter', { errors: { [field]: errors } })
}

/** Converts the parameters beside `query` to terms, with the same validation. */
function paramClauses({ environment, release, platform, level, assignee }: IssueListQuery): Clause[] {
  const given = { environment, release, platform, level, assignee }
  return Object.entries(given).flatMap(([field, value]) => {
    if (value === undefined) return []
    const key = field === 'assignee' ? 'assigned' : field
    return clausesOf(read(field as keyof typeof given, formatIssueQuery([{ key, value, not: false } as QueryTerm])))
  })
}

function clausesOf(terms: readonly QueryTerm[]): Clause[] {
  const clauses: Clause[] = []
  const alternatives = new Map<string, QueryTerm[]>()
  for (const term of terms) {
    const kind = term.not ? undefined : kindOf(term)
    if (kind === undefined) clauses.push([term])
    else alternatives.set(kind, [...(alternatives.get(kind) ?? []), term])
  }
  return [...clauses, ...[...alternatives.values()].map((some) => some as [QueryTerm, ...QueryTerm[]])]
}

/**
 * Returns the kind of a term: terms of one kind are alternatives. Words and times narrow one another, so each is a
 * clause of its own.
 */
function kindOf(term: QueryTerm): string | undefined {
  switch (term.key) {
    case 'text':
    case 'first-seen':
    case 'last-seen':
    case 'has':
      return undefined
    case 'tag':
      return `tag.${term.name}`
    case 'is':
      return `is ${statusOf(term.value) ? 'status' : term.value === 'assigned' || term.value === 'unassigned' ? 'assigned' : 'substatus'}`
    default:
      return term.key
  }
}

function statusOf(fact: IssueFact): IssueStatus | undefined {
  return issueStatuses.find((status) => status === fact)
}

function statusesOf(param: IssueListQuery['status'], clauses: readonly Clause[]): IssueStatus[] {
  // Excluding a status means all the others.
  const fallback = clauses.length === 0 ? 'unresolved' : 'all'
  const wanted = param ?? fallback
  return issueStatuses.filter(
    (status) =>
      (wanted === 'all' || status === wanted) &&
      clauses.every((clause) => clause.some((term) => (term.key === 'is' && term.value === status) !== term.not)),
  )
}

function windowOf({ from, to }: IssueListQuery): HourWindow {
  const start = from === undefined ? undefined : Math.floor(Date.parse(from) / hourMs) * hourMs
  const end = to === undefined ? undefined : Math.ceil(Date.parse(to) / hourMs) * hourMs
  if (start !== undefined && end !== undefined && start >= end)
    throw new Refusal('invalid_parameter', { errors: { from: ['must be before to'] } })
  return { from: dateOf(start), to: dateOf(end) }
}

function dateOf(time: number | undefined): Date | undefined {
  return time === undefined ? undefined : new Date(time)
}
