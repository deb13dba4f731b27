/** An object as a list shows it. */
export interface StoredObject {
  key: string
  bytes: number
  /** Epoch milliseconds, by the clock of the store. */
  storedAt: number
}

/**
 * Keeps payloads outside of the database. Objects never change: a key is written once, before the row that names it commits, and
 * deleted after the commit that removes the row. Every method throws `ObjectStoreUnavailable` if the store fails.
 */
export interface ObjectStore {
  /** Resolves once the object is durable. */
  put(key: string, bytes: Buffer): Promise<void>
  /** Returns an object; undefined if there is none under this key. */
  get(key: string): Promise<Buffer | undefined>
  /** Deletes objects; those that are gone already are no error. */
  delete(keys: readonly string[]): Promise<void>
  /** Lists objects whose keys begin with a prefix, in the order of their keys, those after a key. */
  list(prefix: string, after?: string): AsyncIterable<StoredObject>
  /** Asks the store for next to nothing, to learn whether it responds. */
  check(): Promise<void>
}

/** The store did not respond, or not as a store does; another attempt may succeed. */
export class ObjectStoreUnavailable extends Error {}
