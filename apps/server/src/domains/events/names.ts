import type { Tx } from '../../db/database.ts'
import { addNames, findNames, type NameKind, type WantedName } from './name-store.ts'

/** Stands for a name beyond the number that a project may have. */
const otherId = -1
/** A name that found no number is asked for again after this long: it may only have lost its races. */
const othersMs = 60_000

/** Numbers for names, remembered once they are committed. */
export class NameCache {
  readonly #known = { releases: new Map<string, number>(), environments: new Map<string, number>() }
  /** Found in a transaction that has not committed yet. */
  #fresh: [NameKind, string][] = []
  #others: [NameKind, string][] = []
  #askedAgainAt = performance.now()

  /** Resolves names, adding those a project has not seen; `get` answers for them until `commit` or `rollback`. */
  async resolve(tx: Tx, kind: NameKind, wanted: readonly WantedName[]): Promise<void> {
    const missing = new Map<string, WantedName>()
    for (const want of wanted) {
      const key = keyOf(want.projectId, want.name)
      if (!this.#known[kind].has(key)) missing.set(key, want)
    }
    // A second worker may take the same next number: what met its row is tried again.
    for (let round = 0; missing.size > 0 && round < 4; round++) {
      const list = [...missing.keys()].sort().map((key) => missing.get(key)!)
      for (const { projectId, id, name } of await findNames(tx, kind, list)) {
        this.#remember(kind, keyOf(projectId, name), id)
        missing.delete(keyOf(projectId, name))
      }
      if (missing.size > 0) await addNames(tx, kind, [...missing.values()])
    }
    // Beyond the limit, or too fiercely contended: counted as «other», and not asked for again for a while.
    for (const key of missing.keys()) {
      this.#remember(kind, key, otherId)
      this.#others.push([kind, key])
    }
  }

  get(kind: NameKind, projectId: number, name: string): number {
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

  #remember(kind: NameKind, key: string, id: number): void {
    this.#known[kind].set(key, id)
    this.#fresh.push([kind, key])
  }
}

function keyOf(projectId: number, name: string): string {
  return `${projectId}:${name}`
}
