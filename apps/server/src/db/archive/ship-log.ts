import { constants } from 'node:fs'
import { open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ObjectStore } from '../../ports/object-store.ts'
import { compress, isLogName, logKey, segmentBytes } from './layout.ts'

/**
 * Moves the finished files of the log from the folder into which PostgreSQL copies them to the archive, oldest first. A file
 * leaves the folder once it is durable in the archive.
 *
 * @returns how many were moved
 */
export async function shipLog(store: ObjectStore, spool: string): Promise<number> {
  const names = await waitingNames(spool)
  for (const name of names) {
    const path = join(spool, name)
    const bytes = await readOwn(path)
    await store.put(logKey(name), await compress(bytes))
    await rm(path)
  }
  return names.length
}

/** Returns how many files wait, and since when the oldest does, in epoch milliseconds. */
export async function waitingLog(spool: string): Promise<{ files: number; since: number | undefined }> {
  const names = await waitingNames(spool)
  const times = await Promise.all(names.map((name) => stat(join(spool, name)).then(({ mtimeMs }) => mtimeMs)))
  return { files: names.length, since: times.length === 0 ? undefined : Math.min(...times) }
}

async function waitingNames(spool: string): Promise<string[]> {
  return (await readdir(spool)).filter(isLogName).sort()
}

/** Reads a file of the database's account, which may be another one than ours: never through a link. */
async function readOwn(path: string): Promise<Buffer> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const { size } = await file.stat()
    if (size > segmentBytes) throw new Error(`${path} is larger than a segment of the log`)
    return await file.readFile()
  } finally {
    await file.close()
  }
}
