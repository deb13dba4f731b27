import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ObjectStore } from '../../ports/object-store.ts'
import { type DatabasePaths, syncTree } from '../embedded/index.ts'
import { ArchiveError, type Base, listBases, readBase, readParts } from './layout.ts'

/**
 * Finds the base from which a moment can be recovered: the newest that was complete by then.
 *
 * @param to epoch milliseconds; otherwise the newest moment
 */
export async function findBase(store: ObjectStore, to: number | undefined): Promise<Base> {
  const ids = await listBases(store)
  for (const id of ids.toReversed()) {
    const base = await readBase(store, id)
    if (to === undefined || Date.parse(base.completedAt) <= to) return base
  }
  const [oldest] = ids
  if (oldest === undefined)
    throw new ArchiveError('BUGLE_ARCHIVE has no complete base: nothing can be restored from it.')
  const { completedAt } = await readBase(store, oldest)
  throw new ArchiveError(`The archive reaches back to ${completedAt} only.`)
}

const clusterPath = 'postgres/cluster/'

/**
 * Writes the files of a base in place of a cluster, ready for the recovery.
 *
 * @returns the secret of the installation, if the archive has it
 */
export async function restoreBase(
  store: ObjectStore,
  base: Base,
  { paths, onBytes }: { paths: DatabasePaths; onBytes: (done: number) => void },
): Promise<string | undefined> {
  await rm(paths.unfinished, { recursive: true, force: true })
  await rm(paths.archived, { force: true })
  await mkdir(paths.unfinished, { mode: 0o700 })
  const content = new PartReader(readParts(store, base))
  let [done, secret]: [number, string | undefined] = [0, undefined]
  for (const { path, bytes } of base.files) {
    if (path === 'secret') secret = (await content.take(bytes)).toString('utf8').trim()
    else if (path === 'postgres/password') await writePassword(paths.password, await content.take(bytes))
    else await writeInto(paths.unfinished, path, content.chunks(bytes))
    done += bytes
    onBytes(done)
  }
  await writeFile(join(paths.unfinished, 'recovery.signal'), '', { mode: 0o600 })
  await syncTree(paths.unfinished)
  await rename(paths.unfinished, paths.cluster)
  return secret
}

/** Divides the bytes of parts among the files that they are of. */
class PartReader {
  readonly #parts: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(parts: AsyncIterator<Buffer>) {
    this.#parts = parts
  }

  async *chunks(bytes: number): AsyncGenerator<Buffer> {
    for (let left = bytes; left > 0; ) {
      if (this.#rest.length === 0) {
        const { done, value } = await this.#parts.next()
        if (done) throw new ArchiveError('The archive is damaged: a base has fewer bytes than its files.')
        this.#rest = value
      }
      const chunk = this.#rest.subarray(0, left)
      this.#rest = this.#rest.subarray(chunk.length)
      left -= chunk.length
      yield chunk
    }
  }

  /** For small files. */
  async take(bytes: number): Promise<Buffer> {
    const chunks: Buffer[] = []
    for await (const chunk of this.chunks(bytes)) chunks.push(chunk)
    return Buffer.concat(chunks)
  }
}

async function writeInto(cluster: string, path: string, content: AsyncIterable<Buffer>): Promise<void> {
  if (!path.startsWith(clusterPath) || path.split('/').includes('..'))
    throw new ArchiveError(`The archive is damaged: it has a file ${path}.`)
  const target = join(cluster, path.slice(clusterPath.length))
  if (path.endsWith('/')) {
    await mkdir(target, { recursive: true, mode: 0o700 })
    return
  }
  const file = await open(target, 'wx', 0o600)
  try {
    for await (const chunk of content) await file.writeFile(chunk)
  } finally {
    await file.close()
  }
}

async function writePassword(path: string, password: Buffer): Promise<void> {
  await rm(path, { force: true })
  await writeFile(path, password, { mode: 0o600, flag: 'wx', flush: true })
}
