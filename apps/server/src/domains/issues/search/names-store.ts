import { parsePlainId } from '@bugle/protocol'
import type { Queryable } from '../../../db/database.ts'
import { rowsOf, sql } from '../../../db/sql.ts'
import type { IssueFilter } from './issue-filter.ts'

/** Ids of what a filter calls by its name. Accounts are on a server of their own: they are asked before issues are. */
export interface Names {
  /** Projects by the prefix of their short ids. */
  prefixes: ReadonlyMap<string, number[]>
  /** Teams of the user of `assigned:me`. */
  teamsOfUser: readonly string[]
  /** Teams by `#name` as the filter writes it. */
  teams: ReadonlyMap<string, string[]>
  /** People by their e-mail as the filter writes it. */
  people: ReadonlyMap<string, string[]>
}

interface Wanted {
  projectIds: readonly number[]
  userId: string
  filter: IssueFilter
}

const none: Names = { prefixes: new Map(), teamsOfUser: [], teams: new Map(), people: new Map() }

/** Reads a short id such as `SHOP-12`. */
export function shortIdOf(text: string): { prefix: string; number: number } | undefined {
  const short = /^([a-z][a-z0-9]*)-(\d{1,9})$/i.exec(text)
  return short === null ? undefined : { prefix: short[1]!.toUpperCase(), number: Number(short[2]) }
}

/** Looks the names of a filter up, by one statement; by none for a filter without any. */
export async function findNames(db: Queryable, { projectIds, userId, filter }: Wanted): Promise<Names> {
  const terms = filter.ofIssue.flat()
  const prefixes = terms.flatMap((term) => (term.key === 'text' ? (shortIdOf(term.value)?.prefix ?? []) : []))
  const assigned = terms.flatMap((term) => (term.key === 'assigned' ? [term.value] : []))
  const teams = assigned.filter((who) => who.startsWith('#'))
  const people = assigned.filter((who) => !who.startsWith('#') && who !== 'me' && who !== 'none' && !isId(who))
  const isMine = assigned.includes('me')
  if (prefixes.length + teams.length + people.length === 0 && !isMine) return none
  const rows = await rowsOf<{ kind: 'prefix' | 'mine' | 'team' | 'person'; name: string; id: string }>(
    db,
    sql`select 'prefix' as kind, p.short_prefix as name, p.id::text as id from projects p
         where p.id = any(${projectIds}::int8[]) and p.short_prefix = any(${prefixes}::text[])
        union all
        select 'mine', '', t.team_id::text from team_members t where ${isMine}::bool and t.user_id = ${userId}::uuid
        union all
        select 'team', n.name, t.id::text from unnest(${teams}::text[]) as n (name)
          join teams t on lower(t.name) = lower(substr(n.name, 2))
         where t.organization_id in (select p.organization_id from projects p where p.id = any(${projectIds}::int8[]))
        union all
        select 'person', n.name, u.id::text from unnest(${people}::text[]) as n (name)
          join users u on lower(u.email) = lower(n.name)`,
  )
  const byName = (kind: string) => {
    const ids = new Map<string, string[]>()
    for (const row of rows) if (row.kind === kind) ids.set(row.name, [...(ids.get(row.name) ?? []), row.id])
    return ids
  }
  return {
    prefixes: new Map([...byName('prefix')].map(([prefix, ids]) => [prefix, ids.map(Number)])),
    teamsOfUser: byName('mine').get('') ?? [],
    teams: byName('team'),
    people: byName('person'),
  }
}

const isId = (who: string) => parsePlainId('usr', who) !== undefined || parsePlainId('tea', who) !== undefined
