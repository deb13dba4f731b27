import { randomUUID } from 'node:crypto'
import type { Queryable } from '../../db/database.ts'
import { type ObjectStore, ObjectStoreUnavailable } from '../../ports/object-store.ts'
import { findInstallationId, type NamedObject } from './named-object-store.ts'
import { isObjectTable, minObjectBytes, type ObjectTable } from './object-tables.ts'

/** Requests of a transaction that are under way at once. */
const putsAtOnce = 8
/** After a failure, requests fail at once for this long: waiting for each would hold up locks and readers. */
const restMs = 5000

/** Whether the store responds. */
export type ObjectsState = 'ok' | 'unavailable'

/** The place of a payload: the row, or an object that the row names. */
export interface PlacedPayload {
  /** Empty if it is in an object. */
  payload: Buffer
  object: string | null
  objectBytes: number
}

/** A payload in its place, as its row says. */
export interface PayloadRow {
  projectId: number
  payload: Buffer
  object: string | null
}

export interface ObjectPayloadsOptions {
  /** Whether new payloads go to the store. */
  isWritten: boolean
  now?: () => number
}

/**
 * Payloads in their rows or in an object store. An object is written before the row that names it commits, and deleted after the
 * commit that removes its name; a payload that changes gets a new object.
 */
export class ObjectPayloads {
  readonly #store: ObjectStore | undefined
  readonly #isWritten: boolean
  readonly #now: () => number
  #prefix: string | undefined
  #state: { until: number; found: Promise<ObjectsState> } | undefined
  #restsUntil = Number.NEGATIVE_INFINITY

  constructor(store: ObjectStore | undefined, { isWritten, now = () => performance.now() }: ObjectPayloadsOptions) {
    this.#store = store
    this.#isWritten = isWritten && store !== undefined
    this.#now = now
  }

  /** Whether there is a store, to which payloads may go or in which they may be. */
  get hasStore(): boolean {
    return this.#store !== undefined
  }

  /** Whether new payloads go to the store. */
  get isWritten(): boolean {
    return this.#isWritten
  }

  /** Reads what keys begin with, so that later calls do not query. */
  async open(db: Queryable): Promise<void> {
    if (this.#store !== undefined) await this.prefix(db)
  }

  /** Returns the beginning of the keys of all objects. */
  async prefix(db: Queryable): Promise<string> {
    this.#prefix ??= `bugle/${await findInstallationId(db)}/`
    return this.#prefix
  }

  /** Puts payloads of a table where they belong, in the order of rows; all of them are durable when it returns. */
  async place<Row extends { projectId: number; payload: Buffer }>(
    db: Queryable,
    table: ObjectTable,
    rows: readonly Row[],
    isWritten = this.#isWritten,
  ): Promise<(Row & PlacedPayload)[]> {
    if (isWritten) await this.open(db)
    const placed: (Row & PlacedPayload)[] = []
    for (let start = 0; start < rows.length; start += putsAtOnce)
      placed.push(
        ...(await Promise.all(
          rows
            .slice(start, start + putsAtOnce)
            .map(async (row) => (isWritten ? this.#put(db, table, row) : { ...row, object: null, objectBytes: 0 })),
        )),
      )
    return placed
  }

  /** Returns the payload of a row; undefined if its object is missing. */
  async read(
    db: Queryable,
    table: ObjectTable,
    { projectId, object, payload }: PayloadRow,
  ): Promise<Buffer | undefined> {
    if (object === null) return payload
    const key = await this.#keyOf(db, { table, projectId, object })
    return this.#ask((store) => store.get(key))
  }

  /** Deletes objects that no row names. */
  async delete(db: Queryable, objects: readonly NamedObject[]): Promise<void> {
    const keys: string[] = []
    for (const object of objects) keys.push(await this.#keyOf(db, object))
    await this.#ask((store) => store.delete(keys))
  }

  /** Lists the objects of the installation in the order of their keys, those after a key. */
  async *list(
    db: Queryable,
    after: string | undefined,
  ): AsyncGenerator<NamedObject & { key: string; storedAt: number }> {
    const prefix = await this.prefix(db)
    if (this.#store === undefined) return
    for await (const { key, storedAt } of this.#store.list(prefix, after)) {
      const [, table, project, object] = /^(\w+)\/(\d+)\/([\da-f-]{36})$/.exec(key.slice(prefix.length)) ?? []
      if (table !== undefined && isObjectTable(table))
        yield { key, table, projectId: Number(project), object: object!, storedAt }
    }
  }

  /** Asks the store whether it responds. @throws ObjectStoreUnavailable */
  async check(): Promise<void> {
    await this.#store?.check()
  }

  /** Returns whether the store responds, as asked at most some seconds ago; undefined if there is none. */
  async state(): Promise<ObjectsState | undefined> {
    if (this.#store === undefined) return undefined
    if (this.#state === undefined || this.#now() > this.#state.until)
      this.#state = {
        until: this.#now() + restMs,
        found: this.check().then(
          () => 'ok',
          () => 'unavailable',
        ),
      }
    return this.#state.found
  }

  async #put<Row extends { projectId: number; payload: Buffer }>(
    db: Queryable,
    table: ObjectTable,
    row: Row,
  ): Promise<Row & PlacedPayload> {
    const { projectId, payload } = row
    if (payload.length < minObjectBytes) return { ...row, object: null, objectBytes: 0 }
    const object = randomUUID()
    const key = await this.#keyOf(db, { table, projectId, object })
    await this.#ask((store) => store.put(key, payload))
    return { ...row, payload: Buffer.alloc(0), object, objectBytes: payload.length }
  }

  async #keyOf(db: Queryable, { table, projectId, object }: NamedObject): Promise<string> {
    return `${await this.prefix(db)}${table}/${projectId}/${object}`
  }

  async #ask<T>(request: (store: ObjectStore) => Promise<T>): Promise<T> {
    if (this.#store === undefined)
      throw new ObjectStoreUnavailable('Payloads are in an object store, and BUGLE_OBJECTS names none.')
    if (this.#now() < this.#restsUntil) throw new ObjectStoreUnavailable('The object store failed a moment ago.')
    try {
      return await request(this.#store)
    } catch (error) {
      if (error instanceof ObjectStoreUnavailable) this.#restsUntil = this.#now() + restMs
      throw error
    }
  }
}

/** Payloads in rows alone. */
export const inRows = new ObjectPayloads(undefined, { isWritten: false })
