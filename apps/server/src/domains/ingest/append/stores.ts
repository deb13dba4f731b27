import { UnknownBucket } from '../../../db/buckets.ts'
import type { FreeSpace } from '../../../lib/free-space.ts'
import type { HealthQueue } from '../../health/index.ts'
import type { OutcomeCounter } from '../../outcomes/index.ts'
import type { AcceptedEvent } from '../../storage/index.ts'
import type { AppendOutcome, Batcher } from './batcher.ts'

/** The part of ingest that writes to one bucket. */
export interface Stores {
  batcher: Batcher
  outcomes: OutcomeCounter
  health: HealthQueue
  freeSpace: FreeSpace
  healthSpace: FreeSpace
}

export interface EventWriter {
  add(event: AcceptedEvent): Promise<AppendOutcome>
  /** Whether another event of the project would wait too long; it is refused before any work. */
  isBehind(projectId: number): boolean
}
export type Outcomes = Pick<OutcomeCounter, 'count' | 'countOther' | 'countRequest'>
export type Space = Pick<FreeSpace, 'refusalFor' | 'note'>

/** Chooses the stores of a project: those of its bucket. What one bucket cannot take keeps nothing from the others. */
export class StoresByProject {
  readonly #ofBucket: ReadonlyMap<string, Stores>
  readonly #bucketOf = new Map<number, string>()

  /** @param make makes the stores of a bucket by its name */
  constructor(buckets: readonly string[], make: (bucket: string) => Stores) {
    this.#ofBucket = new Map(buckets.map((name) => [name, make(name)]))
  }

  get all(): Stores[] {
    return [...this.#ofBucket.values()]
  }

  /** Notes the bucket of a project, whose token was looked up. */
  note({ projectId, bucket }: { projectId: number; bucket: string }): void {
    if (!this.#ofBucket.has(bucket)) throw new UnknownBucket(bucket)
    this.#bucketOf.set(projectId, bucket)
  }

  /** Returns the bucket of a project that was noted. */
  bucketOf(projectId: number): string {
    const bucket = this.#bucketOf.get(projectId)
    if (bucket === undefined) throw new Error(`the bucket of project ${projectId} is not known`)
    return bucket
  }

  /** Returns the counter of outcomes of a project, where it is now. */
  counterOf(projectId: number): OutcomeCounter {
    return this.#of(projectId).outcomes
  }

  readonly batcher: EventWriter = {
    add: (event) => this.#of(event.columns.projectId).batcher.add(event),
    isBehind: (projectId) => this.#of(projectId).batcher.isBehind,
  }

  readonly outcomes: Outcomes = {
    count: (projectId, ...rest) => this.#of(projectId).outcomes.count(projectId, ...rest),
    countOther: (projectId, ...rest) => this.#of(projectId).outcomes.countOther(projectId, ...rest),
    countRequest: (projectId, ...rest) => this.#of(projectId).outcomes.countRequest(projectId, ...rest),
  }

  readonly health: Pick<HealthQueue, 'add'> = {
    add: (items) => this.#of(items[0]!.projectId).health.add(items),
  }

  readonly freeSpace = this.#space('freeSpace')
  readonly healthSpace = this.#space('healthSpace')

  #space(kind: 'freeSpace' | 'healthSpace'): Space {
    return {
      refusalFor: (owner) => this.#of(Number(owner))[kind].refusalFor(owner),
      note: (bytes) => {
        for (const [owner, more] of bytes) this.#of(Number(owner))[kind].note(new Map([[owner, more]]))
      },
    }
  }

  #of(projectId: number): Stores {
    return this.#ofBucket.get(this.bucketOf(projectId))!
  }
}
