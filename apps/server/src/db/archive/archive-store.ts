import { createHash, randomUUID } from 'node:crypto'
import { open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeDirectory } from '../make-directory.ts'

/** Keeps the objects of an archive. They are written once and never change. */
export interface ArchiveStore {
  /** Resolves once the object is durable. */
  put(key: string, bytes: Buffer): Promise<void>
  /** Returns an object; undefined if there is none under this key. */
  get(key: string): Promise<Buffer | undefined>
  /** Deletes an object; one that is gone already is no error. */
  delete(key: string): Promise<void>
  /** Lists the keys that begin with the name of a folder, sorted. */
  list(folder: string): Promise<string[]>
}

/** An archive in a folder, such as a mounted disk of another machine. */
export class FolderStore implements ArchiveStore {
  readonly #root: string
  readonly #made = new Set<string>()

  constructor(root: string) {
    this.#root = root
  }

  async put(key: string, bytes: Buffer): Promise<void> {
    const path = join(this.#root, key)
    const folder = dirname(path)
    if (!this.#made.has(folder)) makeDirectory(folder)
    this.#made.add(folder)
    const unfinished = `${path}.${randomUUID()}.part`
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
  }

  get(key: string): Promise<Buffer | undefined> {
    return unlessAbsent(readFile(join(this.#root, key)))
  }

  async delete(key: string): Promise<void> {
    await rm(join(this.#root, key), { force: true })
  }

  async list(folder: string): Promise<string[]> {
    const entries = await unlessAbsent(readdir(join(this.#root, folder), { recursive: true, withFileTypes: true }))
    return (entries ?? [])
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.part'))
      .map((entry) => join(entry.parentPath, entry.name).slice(join(this.#root).length + 1))
      .sort()
  }
}

export function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

async function unlessAbsent<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
