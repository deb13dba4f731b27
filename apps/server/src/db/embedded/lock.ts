import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { ignoreErrors } from '../ignore-errors.ts'
import { EmbeddedDatabaseError, isSystemError } from './embedded-database-error.ts'
import { probeSocket, withShortName } from './unix-socket.ts'

export interface Lock {
  release(): Promise<void>
}

/**
 * Ensures that one Bugle runs per data directory.
 *
 * The lock is a Unix socket that this process listens on: the kernel closes it however the process ends, a reused
 * process id cannot imitate it, and a server left behind by `kill -9` does not hold it (children do not inherit it).
 * Because the socket is a file, two containers that share the volume see each other as well; process ids and abstract
 * sockets are private to a container.
 *
 * Acquisition is free of races: the socket is in a folder that is renamed to `lock`. The rename succeeds only if no
 * folder of that name exists, or if it is empty. A dead holder is cleared by removing its socket by name; each name is
 * used once, so this never removes the socket of a start that was faster.
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
      await ignoreErrors(['ENOENT', 'ENOTEMPTY'], () => rmdir(taken))
      await new Promise((resolve) => held.close(resolve))
    },
  }
}

function listen(path: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', (error) => reject(isSystemError(error) ? cannotHoldSockets(path, error) : error))
    server.listen(path, () => {
      server.removeAllListeners('error').on('error', () => {}) // a failing accept does not release the lock
      server.unref()
      resolve(server)
    })
  })
}

/** The folder was created a moment ago, so permissions are not the cause: some mounts do not support sockets. */
function cannotHoldSockets(path: string, cause: Error): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError(
    `No Unix socket can be created at ${path} (${cause.message}). ` +
      'Set BUGLE_DATA to a folder on a local file system, or set DATABASE_URL.',
    { cause },
  )
}

async function becomes(candidate: string, taken: string): Promise<boolean> {
  const done = await ignoreErrors(['ENOTEMPTY', 'EEXIST'], async () => {
    await rename(candidate, taken)
    return true
  })
  return done ?? false
}

async function clearDeadHolder(directory: string): Promise<void> {
  for (const name of (await ignoreErrors(['ENOENT'], () => readdir(join(directory, 'lock')))) ?? []) {
    if ((await probeIn(directory, join('lock', name))) === 'alive') throw alreadyRunning(name)
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
 * Removes folders of starts that were killed before they could take or refuse the lock. Recent ones are kept: between
 * bind and listen, a socket looks dead as well.
 */
async function removeAbandoned(directory: string): Promise<void> {
  for (const folder of await readdir(directory)) {
    if (!folder.startsWith('lock-')) continue
    const madeAt = (await ignoreErrors(['ENOENT'], () => stat(join(directory, folder))))?.mtimeMs
    if (madeAt === undefined || Date.now() - madeAt < 60_000) continue
    if ((await probeIn(directory, join(folder, folder.slice('lock-'.length)))) === 'alive') continue
    await rm(join(directory, folder), { recursive: true, force: true })
  }
}
