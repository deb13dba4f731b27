import { lstat, lutimes, mkdtemp, readFile, readlink, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ignoreErrors } from '../ignore-errors.ts'
import { EmbeddedDatabaseError, isSystemError } from './embedded-database-error.ts'

/**
 * The longest address of a Unix socket that all systems accept: 108 bytes on Linux, 104 on macOS, with a closing zero.
 */
const maxAddressBytes = 103

function isShortEnough(directory: string, socketName: string): boolean {
  return Buffer.byteLength(join(directory, socketName)) <= maxAddressBytes
}

/** Returns `alive` if some process holds the listening end, even one that is stopped or in another container. */
export function probeSocket(path: string): Promise<'alive' | 'dead' | 'missing'> {
  return new Promise((resolve, reject) => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      resolve('alive')
    })
    socket.once('error', (error) => {
      if (!isSystemError(error)) return reject(error)
      if (error.code === 'ECONNREFUSED') return resolve('dead')
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return resolve('missing')
      if (error.code === 'EAGAIN') return resolve('alive') // its queue of pending connections is full
      reject(error)
    })
  })
}

/** A second, short name for a folder whose own name is too long for a socket's address. */
export interface ShortName {
  readonly directory: string
  /** Removed after a stop; kept after a crash, so that processes that know it find the next server under it. */
  release(how: 'remove' | 'keep'): Promise<void>
}

/** Runs work with a short name. */
export async function withShortName<T>(
  directory: string,
  socketName: string,
  work: (directory: string) => Promise<T>,
): Promise<T> {
  if (isShortEnough(directory, socketName)) return work(directory)
  const alias = await makeAlias(directory, socketName)
  try {
    return await work(alias.link)
  } finally {
    await rm(alias.parent, { recursive: true, force: true })
  }
}

/**
 * Keeps a short name for the life of the server. It is recorded in `memo`, so that a start after `kill -9` reuses it
 * instead of leaving another one behind.
 */
export async function keepShortName(directory: string, socketName: string, memo: string): Promise<ShortName> {
  if (isShortEnough(directory, socketName)) return { directory, release: async () => {} }
  const remembered = await ignoreErrors(['ENOENT'], () => readFile(memo, 'utf8'))
  const alias =
    remembered && (await isOurAlias(remembered, directory))
      ? { parent: remembered, link: join(remembered, 'd') }
      : await makeAlias(directory, socketName)
  await writeFile(memo, alias.parent)
  // Cleaners of temporary folders go by age, so the link is touched.
  const touch = setInterval(() => void lutimes(alias.link, new Date(), new Date()).catch(() => {}), 3_600_000).unref()
  return {
    directory: alias.link,
    async release(how) {
      clearInterval(touch)
      if (how === 'keep') return
      await rm(alias.parent, { recursive: true, force: true })
      await rm(memo, { force: true })
    },
  }
}

/** Creates a private folder (0700) with one link to the long name, which nobody else can replace. */
async function makeAlias(directory: string, socketName: string): Promise<{ parent: string; link: string }> {
  const target = await realpath(directory)
  for (const folder of aliasFolders()) {
    if (!isShortEnough(join(folder, 'bugle-XXXXXX', 'd'), socketName)) continue
    const parent = await ignoreErrors(['EACCES', 'EPERM', 'ENOENT', 'EROFS', 'ENOTDIR'], () =>
      mkdtemp(join(folder, 'bugle-')),
    )
    if (!parent) continue
    const link = join(parent, 'd')
    await symlink(target, link)
    return { parent, link }
  }
  throw new EmbeddedDatabaseError(
    `The path ${directory} is too long for a Unix socket, and no temporary folder can hold a shorter link to it. ` +
      'Set BUGLE_DATA to a shorter path.',
  )
}

function aliasFolders(): string[] {
  const runtime = process.geteuid?.() === 0 ? '/run' : process.env.XDG_RUNTIME_DIR
  return [...(runtime ? [runtime] : []), tmpdir(), '/tmp']
}

async function isOurAlias(parent: string, directory: string): Promise<boolean> {
  const found = await ignoreErrors(['ENOENT', 'ENOTDIR', 'EINVAL', 'EACCES'], async () => {
    const entry = await lstat(parent)
    const isPrivate = entry.isDirectory() && entry.uid === process.geteuid?.() && (entry.mode & 0o077) === 0
    return isPrivate && (await readlink(join(parent, 'd'))) === (await realpath(directory))
  })
  return found ?? false
}
