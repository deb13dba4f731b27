import { int8Array, textArray, timestamptzArray } from '../../db/binary-array.ts'
import type { Tx } from '../../db/database.ts'

/** Names that repeat on every event; each project numbers its own. */
type Kind = 'releases' | 'environments'

const statements = {
  releases: {
    find: `select r.project_id, r.id, r.version as name
             from unnest($1::int8[], $2::text[]) as c (project_id, name)
             join releases r on r.project_id = c.project_id and r.version = c.name`,
    add: `insert into releases (project_id, id, version, first_seen_at)
          select c.project_id, m.last_id + c.place, c.name, c.seen
            from (select *, row_number() over (partition by project_id order by seen, name) as place
                    from unnest($1::int8[], $2::text[], $3::timestamptz[]) as w (project_id, name, seen)) as c,
         lateral (select coalesce(max(r.id), 0) as last_id from releases r where r.project_id = c.project_id) m
           where m.last_id + c.place <= 5000
           order by c.project_id, c.place
          on conflict do nothing`,
  },
  environments: {
    find: `select e.project_id, e.id, e.name
             from unnest($1::int8[], $2::text[]) as c (project_id, name)
             join environments e on e.project_id = c.project_id and e.name = c.name`,
    add: `insert into environments (project_id, id, name)
          select c.project_id, m.last_id + c.place, c.name
            from (select *, row_number() over (partition by project_id order by seen, name) as place
                    from unnest($1::int8[], $2::text[], $3::timestamptz[]) as w (project_id, name, seen)) as c,
         lateral (select coalesce(max(e.id), 0) as last_id from environments e where e.project_id = c.project_id) m
           where m.last_id + c.place <= 200
           order by c.project_id, c.place
          on conflict do nothing`,
  },
} as const

/** Stands for a name beyond the number that a project may have. */
const otherId = -1
/** A name that found no number is asked for again after this long: it may only have lost its races. */
const othersMs = 60_000

interface Wanted {
  projectId: number
  name: string
  seenAt: number
}

/** Numbers for names, remembered once they are committed. */
export class NameCache {
  readonly #known = { releases: new Map<string, number>(), environments: new Map<string, number>() }
  /** Found in a transaction that has not committed yet. */
  #fresh: [Kind, string][] = []
  #others: [Kind, string][] = []
  #askedAgainAt = performance.now()

  /** Resolves names, adding those a project has not seen; `get` answers for them until `commit` or `rollback`. */
  async resolve(tx: Tx, kind: Kind, wanted: readonly Wanted[]): Promise<void> {
    const missing = new Map<string, Wanted>()
    for (const want of wanted) {
      const key = keyOf(want.projectId, want.name)
      if (!this.#known[kind].has(key)) missing.set(key, want)
    }
    // A second worker may take the same next number: what met its row is tried again.
    for (let round = 0; missing.size > 0 && round < 4; round++) {
      const list = [...missing.keys()].sort().map((key) => missing.get(key)!)
      const parameters = [int8Array(list.map((want) => want.projectId)), textArray(list.map((want) => want.name))]
      const { rows } = await tx.query<{ project_id: number; id: number; name: string }>(
        statements[kind].find,
        parameters,
      )
      for (const { project_id, id, name } of rows) {
        this.#remember(kind, keyOf(project_id, name), id)
        missing.delete(keyOf(project_id, name))
      }
      if (missing.size > 0) await this.#add(tx, kind, [...missing.values()])
    }
    // Beyond the limit, or too fiercely contended: counted as «other», and not asked for again for a while.
    for (const key of missing.keys()) {
      this.#remember(kind, key, otherId)
      this.#others.push([kind, key])
    }
  }

  get(kind: Kind, projectId: number, name: string): number {
    return this.#known[kind].get(keyOf(projectId, name)) ?? otherId
  }

  commit(): void {
    this.#fresh = []
    if (performance.now() - this.#askedAgainAt > othersMs) this.#forgetOthers()
    if (this.#known.releases.size + this.#known.environments.size > 50_000) {
      this.#known.releases.clear()
      this.#known.environments.clear()
    }
  }

  rollback(): void {
    for (const [kind, key] of this.#fresh) this.#known[kind].delete(key)
    this.#fresh = []
  }

  #forgetOthers(): void {
    for (const [kind, key] of this.#others) this.#known[kind].delete(key)
    this.#others = []
    this.#askedAgainAt = performance.now()
  }

  async #add(tx: Tx, kind: Kind, wanted: Wanted[]): Promise<void> {
    await tx.query(statements[kind].add, [
      int8Array(wanted.map((want) => want.projectId)),
      textArray(wanted.map((want) => want.name)),
      timestamptzArray(wanted.map((want) => want.seenAt)),
    ])
  }

  #remember(kind: Kind, key: string, id: number): void {
    this.#known[kind].set(key, id)
    this.#fresh.push([kind, key])
  }
}

function keyOf(projectId: number, name: string): string {
  return `${projectId}:${name}`
}
