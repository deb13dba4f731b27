import { type ObjectStore, ObjectStoreUnavailable, type StoredObject } from '../src/ports/object-store.ts'

interface KeptObject {
  bytes: Buffer
  storedAt: number
}

/** An object store in memory, which fails when a test wants it to. */
export class MemoryObjectStore implements ObjectStore {
  readonly objects: Map<string, KeptObject>
  /** Awaited before each request; it may throw. */
  before: (method: keyof ObjectStore, key?: string) => void | Promise<void> = () => {}
  /** Time at which objects are stored. */
  now = () => Date.now()

  /** @param objects those of another store, whose requests are then not seen in this one */
  constructor(objects = new Map<string, KeptObject>()) {
    this.objects = objects
  }

  async put(key: string, bytes: Buffer): Promise<void> {
    await this.before('put', key)
    this.objects.set(key, { bytes: Buffer.from(bytes), storedAt: this.now() })
  }

  async get(key: string): Promise<Buffer | undefined> {
    await this.before('get', key)
    return this.objects.get(key)?.bytes
  }

  async delete(keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      await this.before('delete', key)
      this.objects.delete(key)
    }
  }

  async *list(prefix: string, after = ''): AsyncGenerator<StoredObject> {
    await this.before('list')
    const keys = [...this.objects.keys()].filter((key) => key.startsWith(prefix) && key > after)
    for (const key of keys.sort()) {
      const { bytes, storedAt } = this.objects.get(key)!
      yield { key, bytes: bytes.length, storedAt }
    }
  }

  async check(): Promise<void> {
    await this.before('check')
  }

  /** From now on, every request fails as that of a store that is away. */
  leave(): void {
    this.before = () => {
      throw new ObjectStoreUnavailable('The object store is away.')
    }
  }

  /** Responds again. */
  comeBack(): void {
    this.before = () => {}
  }
}
