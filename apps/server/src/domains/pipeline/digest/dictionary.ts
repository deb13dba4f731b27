import type { Tx } from '../../../db/database.ts'
import { addNames, findNames, type NameKind, type WantedName } from './dictionary-store.ts'

/** Stands for every name beyond a project's limit. */
const overflowId = -1
/** A name in the overflow bucket is looked up again after this long: it may only have lost its races. */
const overflowRetryMs = 60_000
const maxKnown = 50_000

type Known = [kind: NameKind, projectId: number, name: string]

/** Caches the numbers that stand for releases and environments, once they are committed. */
export class Dictionary {
  /** By project, then by name. */
  readonly #known = {
    releases: new Map<number, Map<string, number>>(),
    environments: new Map<number, Map<string, number>>(),
  }
  #size = 0
  /** Numbers found in a transaction that has not committed. */
  #fresh: Known[] = []
  #overflowing: Known[] = []
  #forgotOverflowingAt = performance.now()

  has(kind: NameKind, projectId: number, name: string): boolean {
    return this.#known[kind].get(projectId)?.has(name) === true
  }

  /** Resolves names, adding those a project has not seen; `get` knows them until `commit` or `rollback`. */
  async resolve(tx: Tx, kind: NameKind, wanted: readonly WantedName[]): Promise<void> {
    const missing = new Map<string, WantedName>()
    for (const want of wanted) missing.set(keyOf(want), want)
    // A second worker may take the same next number: names that conflicted are retried.
    for (let round = 0; missing.size > 0 && round < 4; round++) {
      const list = [...missing.keys()].sort().map((key) => missing.get(key)!)
      for (const found of await findNames(tx, kind, list)) {
        this.#remember([kind, found.projectId, found.name], found.id)
        missing.delete(keyOf(found))
      }
      if (missing.size > 0) await addNames(tx, kind, [...missing.values()])
    }
    // Beyond the limit, or too contended: counted in the overflow bucket, and not looked up again for a while.
    for (const { projectId, name } of missing.values()) {
      this.#remember([kind, projectId, name], overflowId)
      this.#overflowing.push([kind, projectId, name])
    }
  }

  get(kind: NameKind, projectId: number, name: string): number {
    return this.#known[kind].get(projectId)?.get(name) ?? overflowId
  }

  commit(): void {
    this.#fresh = []
    if (performance.now() - this.#forgotOverflowingAt > overflowRetryMs) this.#forgetOverflowing()
    if (this.#size <= maxKnown) return
    this.#known.releases.clear()
    this.#known.environments.clear()
    this.#size = 0
  }

  rollback(): void {
    for (const name of this.#fresh) this.#forget(name)
    this.#fresh = []
  }

  #forgetOverflowing(): void {
    for (const name of this.#overflowing) this.#forget(name)
    this.#overflowing = []
    this.#forgotOverflowingAt = performance.now()
  }

  #remember([kind, projectId, name]: Known, id: number): void {
    const known = this.#known[kind]
    const own = known.get(projectId) ?? new Map<string, number>()
    known.set(projectId, own)
    if (!own.has(name)) this.#size += 1
    own.set(name, id)
    this.#fresh.push([kind, projectId, name])
  }

  #forget([kind, projectId, name]: Known): void {
    const own = this.#known[kind].get(projectId)
    if (own?.delete(name)) this.#size -= 1
    if (own?.size === 0) this.#known[kind].delete(projectId)
  }
}

function keyOf({ projectId, name }: { projectId: number; name: string }): string {
  return `${projectId}:${name}`
}
