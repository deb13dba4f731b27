import { randomUUID } from 'node:crypto'
import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ignoreErrors } from '../db/ignore-errors.ts'
import { makeDirectory } from '../db/make-directory.ts'
import { type ObjectStore, ObjectStoreUnavailable, type StoredObject } from '../ports/object-store.ts'

/** Ends the name of a file that is being written. */
const unfinishedEnd = '.part'

/** Keeps objects as files of a folder, such as a mounted disk of another machine. */
export class FolderObjectStore implements ObjectStore {
  readonly #root: string
  readonly #made = new Set<string>()

  constructor(root: string) {
    this.#root = root
  }

  put(key: string, bytes: Buffer): Promise<void> {
    return this.#try(async () => {
      const path = join(this.#root, key)
      const folder = dirname(path)
      if (!this.#made.has(folder)) makeDirectory(folder)
      this.#made.add(folder)
      const unfinished = `${path}.${randomUUID()}${unfinishedEnd}`
      try {
        const file = await open(unfinished, 'wx', 0o600)
        try {
          await file.writeFile(bytes)
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(unfinished, path)
      } catch (error) {
        // The folder may be a disk that was mounted again.
        this.#made.delete(folder)
        await rm(unfinished, { force: true }).catch(() => {})
        throw error
      }
      const above = await open(folder)
      await above.sync().finally(() => above.close())
    })
  }

  get(key: string): Promise<Buffer | undefined> {
    return this.#try(() => ignoreErrors(['ENOENT'], () => readFile(join(this.#root, key))))
  }

  delete(keys: readonly string[]): Promise<void> {
    return this.#try(async () => {
      for (const key of keys) await rm(join(this.#root, key), { force: true })
    })
  }

  async *list(prefix: string, after = ''): AsyncGenerator<StoredObject> {
    const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1)
    for (const name of await this.#try(() => namesIn(join(this.#root, folder)))) {
      const key = `${folder}${name}`
      if (!key.startsWith(prefix) || key <= after) continue
      const found = await this.#try(() => ignoreErrors(['ENOENT'], () => stat(join(this.#root, key))))
      if (found !== undefined) yield { key, bytes: found.size, storedAt: found.mtimeMs }
    }
  }

  async check(): Promise<void> {
    await this.#try(() => ignoreErrors(['ENOENT'], () => readdir(this.#root)))
  }

  async #try<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      throw new ObjectStoreUnavailable(`${this.#root} cannot be used: ${(error as Error).message}`, { cause: error })
    }
  }
}

/** Returns the files below a folder, with the folders between, in order. */
async function namesIn(folder: string): Promise<string[]> {
  const entries = await ignoreErrors(['ENOENT'], () => readdir(folder, { recursive: true, withFileTypes: true }))
  return (entries ?? [])
    .filter((entry) => entry.isFile() && !entry.name.endsWith(unfinishedEnd))
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, '/').length))
    .sort()
}
