import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { EmbeddedDatabaseError, isSystemError, unless } from './embedded-database-error.ts'
import { probeSocket, withShortName } from './unix-socket.ts'

export interface Lock {
  release(): Promise<void>
}

/**
 * One Bugle per data directory.
 *
 * The lock is a Unix socket that this process listens on: the kernel closes it however the process ends, a reused
 * process id cannot imitate it, and a server left behind by `kill -9` does not hold it (children do not inherit it).
 * Because the socket is a file, two containers that share the volume see each other too, which process ids and abstract
 * sockets (both private to a container) would not give.
 *
 * Taking it is free of races: the socket lies in a folder that is renamed to `lock`. The rename succeeds only while no
 * folder of that name exists or it is empty, and a dead holder is cleared away by removing its socket by name; each
 * name is used once, so this can never remove the socket of somebody who was quicker.
 */
export async function takeLock(directory: string): Promise<Lock> {
  const name = `${process.pid}-${randomBytes(4).toString('hex')}`
  const candidate = join(directory, `lock-${name}`)
  const taken = join(directory, 'lock')
  await mkdir(candidate, { mode: 0o700 })
  let server: Server | undefined
  try {
    server = await withShortName(candidate, name, (short) => listen(join(short, name)))
    while (!(await becomes(candidate, taken))) await clearDeadHolder(directory)
  } catch (error) {
    server?.close()
    await rm(candidate, { recursive: true, force: true })
    throw error
  }
  await removeAbandoned(directory)
  const held = server
  return {
    async release() {
      await rm(join(taken, name), { force: true })
      await unless(['ENOENT', 'ENOTEMPTY'], () => rmdir(taken))
      await new Promise((resolve) => held.close(resolve))
    },
  }
}

function listen(path: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', (error) => reject(isSystemError(error) ? cannotHoldSockets(path, error) : error))
    server.listen(path, () => {
      server.removeAllListeners('error').on('error', () => {}) // a failing accept does not loosen the lock
      server.unref()
      resolve(server)
    })
  })
}

/** The folder was made a moment ago, so this is no matter of permissions: some mounts know no sockets. */
function cannotHoldSockets(path: string, cause: Error): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError(
    `No Unix socket can be made at ${path} (${cause.message}). ` +
      'Set BUGLE_DATA to a folder on a local file system, or set DATABASE_URL.',
    { cause },
  )
}

async function becomes(candidate: string, taken: string): Promise<boolean> {
  const done = await unless(['ENOTEMPTY', 'EEXIST'], async () => {
    await rename(candidate, taken)
    return true
  })
  return done ?? false
}

async function clearDeadHolder(directory: string): Promise<void> {
  for (const name of (await unless(['ENOENT'], () => readdir(join(directory, 'lock')))) ?? []) {
    if ((await probeIn(directory, join('lock', name))) === 'answering') throw alreadyRunning(name)
    await rm(join(directory, 'lock', name), { recursive: true, force: true })
  }
}

function probeIn(directory: string, name: string) {
  return withShortName(directory, name, (short) => probeSocket(join(short, name)))
}

function alreadyRunning(holder: string): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError(
    `Bugle is already running on this data directory (process ${holder.split('-')[0]}). ` +
      'Stop it first, or set BUGLE_DATA to another folder.',
  )
}

/**
 * Folders of starts that were killed before they could take or refuse the lock. Young ones stay: between bind and listen
 * a socket looks dead too.
 */
async function removeAbandoned(directory: string): Promise<void> {
  for (const folder of await readdir(directory)) {
    if (!folder.startsWith('lock-')) continue
    const made = (await unless(['ENOENT'], () => stat(join(directory, folder))))?.mtimeMs
    if (made === undefined || Date.now() - made < 60_000) continue
    if ((await probeIn(directory, join(folder, folder.slice('lock-'.length)))) === 'answering') continue
    await rm(join(directory, folder), { recursive: true, force: true })
  }
}
