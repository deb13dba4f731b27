import { int8Array, textArray, timestamptzArray } from '../../../db/binary-array.ts'
import type { Tx } from '../../../db/database.ts'

/** Names that repeat on every event; each project numbers its own. */
export type NameKind = 'releases' | 'environments'

export interface WantedName {
  projectId: number
  name: string
  /** Epoch milliseconds. */
  seenAt: number
}

const statements = {
  releases: {
    find: `select r.project_id, r.id, r.version as name
             from unnest($1::int8[], $2::text[]) as c (project_id, name)
             join releases r on r.project_id = c.project_id and r.version = c.name`,
    add: `insert into releases (project_id, id, version, first_seen_at)
          select c.project_id, m.last_id + c.ordinal, c.name, c.seen
            from (select *, row_number() over (partition by project_id order by seen, name) as ordinal
                    from unnest($1::int8[], $2::text[], $3::timestamptz[]) as w (project_id, name, seen)) as c,
         lateral (select coalesce(max(r.id), 0) as last_id from releases r where r.project_id = c.project_id) m
           where m.last_id + c.ordinal <= 5000
           order by c.project_id, c.ordinal
          on conflict do nothing`,
  },
  environments: {
    find: `select e.project_id, e.id, e.name
             from unnest($1::int8[], $2::text[]) as c (project_id, name)
             join environments e on e.project_id = c.project_id and e.name = c.name`,
    add: `insert into environments (project_id, id, name)
          select c.project_id, m.last_id + c.ordinal, c.name
            from (select *, row_number() over (partition by project_id order by seen, name) as ordinal
                    from unnest($1::int8[], $2::text[], $3::timestamptz[]) as w (project_id, name, seen)) as c,
         lateral (select coalesce(max(e.id), 0) as last_id from environments e where e.project_id = c.project_id) m
           where m.last_id + c.ordinal <= 200
           order by c.project_id, c.ordinal
          on conflict do nothing`,
  },
} as const

/** Returns the numbers of those names that have one. */
export async function findNames(
  tx: Tx,
  kind: NameKind,
  wanted: readonly WantedName[],
): Promise<{ projectId: number; id: number; name: string }[]> {
  const { rows } = await tx.query<{ project_id: number; id: number; name: string }>(statements[kind].find, [
    int8Array(wanted.map((want) => want.projectId)),
    textArray(wanted.map((want) => want.name)),
  ])
  return rows.map(({ project_id, id, name }) => ({ projectId: project_id, id, name }))
}

/**
 * Gives each name the next number of its project, up to the limit; a name that another worker adds meanwhile is left
 * out.
 */
export async function addNames(tx: Tx, kind: NameKind, wanted: readonly WantedName[]): Promise<void> {
  await tx.query(statements[kind].add, [
    int8Array(wanted.map((want) => want.projectId)),
    textArray(wanted.map((want) => want.name)),
    timestamptzArray(wanted.map((want) => want.seenAt)),
  ])
}
