import type { Schemas } from '@bugle/api-client'
import {
  hourMs,
  type IssueSort,
  type IssueStatus,
  issueSorts,
  issueStatuses,
  levels,
  limits,
} from '@bugle/protocol/vocabulary'

/** Time range of the sparklines of a list. */
export type Span = '24h' | '14d'

/** Time ranges that end now, in hours. */
export const relativeRanges = { '1h': 1, '3h': 3, '24h': 24, '7d': 168, '14d': 336, '30d': 720, '90d': 2160 } as const
export type RelativeRange = keyof typeof relativeRanges

export const filterKeys = ['environment', 'release', 'platform', 'level', 'assignee'] as const
export type FilterKey = (typeof filterKeys)[number]

/** Search parameters of a list's address. Defaults are left out: unresolved issues of any time, last seen first. */
export interface IssueSearch {
  query?: string | undefined
  status?: IssueStatus | undefined
  sort?: IssueSort | undefined
  environment?: string | undefined
  release?: string | undefined
  platform?: string | undefined
  level?: string | undefined
  assignee?: string | undefined
  /** Relative, so that a shared address keeps meaning the last 14 days. */
  since?: RelativeRange | undefined
  from?: string | undefined
  to?: string | undefined
}

/** A list: its project, or all, and the search in it. */
export interface IssueFilter extends IssueSearch {
  projectId: string | undefined
}

/**
 * Reads search parameters. Invalid ones are dropped, never an error. They are returned as `undefined`: the router keeps
 * the old value of an omitted key.
 */
export function toIssueSearch(raw: Record<string, unknown>): IssueSearch {
  const status = oneOf(issueStatuses, raw.status)
  const sort = oneOf(issueSorts, raw.sort)
  const since = oneOf(Object.keys(relativeRanges) as RelativeRange[], raw.since)
  return {
    query: text(raw.query, limits.queryCharacters),
    status: status === 'unresolved' ? undefined : status,
    sort: sort === 'last_seen' ? undefined : sort,
    environment: text(raw.environment),
    release: text(raw.release),
    platform: text(raw.platform),
    level: oneOf(levels, raw.level),
    assignee: text(raw.assignee),
    since,
    from: since === undefined ? time(raw.from) : undefined,
    to: since === undefined ? time(raw.to) : undefined,
  }
}

const trailingRange = / ?\blast-seen:>-(\w+)$/

/** Reads a saved view. A relative time range is stored as a term at the end of its query. */
export function fromView({ query, ...filter }: Record<string, unknown>): IssueSearch {
  const since =
    typeof query === 'string' ? oneOf(Object.keys(relativeRanges), trailingRange.exec(query)?.[1]) : undefined
  if (since === undefined || typeof query !== 'string') return toIssueSearch({ ...filter, query })
  return toIssueSearch({ ...filter, query: query.replace(trailingRange, ''), since })
}

/** Returns the terms of a saved view that a list cannot show, such as `status: all`; {@link fromView} leaves them out. */
export function unreadOf(filter: Record<string, unknown>): string[] {
  const read = { status: 'unresolved', sort: 'last_seen', ...defined(fromView(filter)) } as Record<string, unknown>
  // Times are read in another form.
  const isRead = (key: string, value: unknown) =>
    read[key] === value || ((key === 'from' || key === 'to') && key in read)
  return Object.entries(filter).flatMap(([key, value]) =>
    value == null || key === 'query' || isRead(key, value) ? [] : [`${key}: ${String(value)}`],
  )
}

function defined(search: IssueSearch): object {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))
}

/** Writes a saved view. All other parameters are those of the API. */
export function toView({ since, ...search }: IssueSearch): Schemas['View']['filter'] {
  const query = since === undefined ? search.query : `${search.query ?? ''} last-seen:>-${since}`.trim()
  const given = Object.entries({ ...search, query }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given) as Schemas['View']['filter']
}

function oneOf<T extends string>(known: readonly T[], given: unknown): T | undefined {
  return known.find((value) => value === given)
}

/** Reads a text. The router parses `?release=1` as a number. */
function text(given: unknown, maxLength: number = limits.shortText): string | undefined {
  if (typeof given !== 'string' && typeof given !== 'number') return undefined
  const read = String(given)
  return read !== '' && read.length <= maxLength && !read.includes('\0') ? read : undefined
}

function time(given: unknown): string | undefined {
  return typeof given === 'string' && !Number.isNaN(Date.parse(given)) ? new Date(given).toISOString() : undefined
}

/**
 * Returns the parameters of the API. `from` is rounded down to the hour, as the server counts, so that further pages
 * can repeat it.
 */
export function toParameters(search: IssueSearch, now: number): Schemas['View']['filter'] {
  const { since, ...rest } = search
  const from =
    since === undefined ? rest.from : new Date(Math.floor(now / hourMs - relativeRanges[since]) * hourMs).toISOString()
  const given = Object.entries({ ...rest, from }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given) as Schemas['View']['filter']
}

/** Whether anything besides the status narrows the list. */
export function isNarrowed({ status: _, sort: __, ...narrowing }: IssueSearch): boolean {
  return Object.values(narrowing).some((value) => value !== undefined)
}

/** Whether counts cover only matching events. An assignee alone is a filter of issues, not of events. */
export function countsMatchesOnly({ assignee: _, ...search }: IssueSearch): boolean {
  return isNarrowed(search)
}

/** Whether the list is read from an index, and therefore cheap to poll. */
export function isPlain(search: IssueSearch): boolean {
  return !isNarrowed(search) && search.sort === undefined
}
