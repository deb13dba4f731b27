import { constants } from 'node:fs'
import { chmod, chown, type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Account } from './account.ts'
import { EmbeddedDatabaseError, unless } from './embedded-database-error.ts'
import type { Log } from './log.ts'
import type { Places } from './places.ts'
import type { Program } from './program.ts'
import { run } from './run.ts'
import { syncPath } from './sync-tree.ts'
import { nameForServer } from './working-directory.ts'

/** What is in the place of the cluster. Only looks: what we do not know, we do not touch. */
export async function inspectCluster(places: Places, program: Program): Promise<'absent' | 'ours'> {
  const entries = await unless(['ENOENT'], () => readdir(places.cluster))
  if (!entries) return 'absent'
  const version = (await unless(['ENOENT'], () => readFile(join(places.cluster, 'PG_VERSION'), 'utf8')))?.trim()
  if (version === program.major) return 'ours'
  throw new EmbeddedDatabaseError(
    version === undefined
      ? `${places.cluster} is not a database of Bugle (it has no PG_VERSION), so it was left alone. Move it away, or set BUGLE_DATA to another folder.`
      : `The database in ${places.cluster} was made by PostgreSQL ${version}, and this release of Bugle brings PostgreSQL ${program.major}. ` +
          'Nothing was changed: start the release of Bugle that made it, or set BUGLE_DATA to another folder.',
  )
}

/**
 * Makes the cluster under another name and gives it its own when it is whole and on disk (initdb syncs what it wrote):
 * whatever kills the first start, the second finds either nothing or everything.
 */
export async function createCluster(
  places: Places,
  program: Program,
  account: Account,
  password: string,
  log: Log,
): Promise<void> {
  log.info({ directory: places.cluster, account: account.name }, 'First start: making the database')
  await mkdir(places.unfinished, { mode: 0o700 })
  await chown(places.unfinished, account.uid, account.gid)
  const options = ['--username=postgres', '--pwfile=/dev/fd/0', '--auth=scram-sha-256', '--data-checksums']
  // The same order and the same letters on every machine: PostgreSQL's own locale, not that of the system. Only pg_trgm
  // still asks the system what a letter is.
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
  const letters = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'

  const initdb = async (letters: string) => {
    const secret = await openForAccount(places, account, `${password}\n`)
    try {
      const directory = await nameForServer(places.unfinished, account)
      const args = ['-D', directory, ...options, ...locale, `--lc-ctype=${letters}`, '--no-instructions']
      return await run(program.initdb, args, { ...program, account, cwd: places.unfinished, input: secret.fd })
    } finally {
      await secret.close()
    }
  }
  let result = await initdb(letters)
  if (result.code !== 0 && result.output.includes('invalid locale name')) result = await initdb('C')
  if (result.code !== 0) {
    await rm(places.unfinished, { recursive: true, force: true })
    throw new EmbeddedDatabaseError(`The database could not be made in ${places.own}: ${complaint(result.output)}`)
  }
  await rename(places.unfinished, places.cluster)
  await syncPath(places.own)
}

/**
 * A file that the account can open again by its descriptor, although it has no name any more and lies where the account
 * may not go: initdb takes the password from a file only.
 */
async function openForAccount(places: Places, account: Account, text: string) {
  const path = join(places.own, 'password.initdb')
  await rm(path, { force: true })
  const writing = await open(path, 'wx', 0o600)
  await writing.writeFile(text)
  await writing.chown(account.uid, account.gid)
  await writing.close()
  const reading = await open(path, 'r')
  await rm(path)
  return reading
}

/**
 * Undoes what a restored backup or a recursive chown or chmod did: PostgreSQL wants the cluster to itself. Walks
 * through the files only when the folder itself is wrong.
 */
export async function repairRights(places: Places, account: Account, log: Log): Promise<void> {
  const { uid, mode } = await stat(places.cluster)
  if (uid === account.uid && (mode & 0o7777) === 0o700) return
  log.warn(
    { directory: places.cluster, account: account.name },
    'Repairing the owner and the mode of the database files',
  )
  await takeBack(places.cluster, places.cluster, account)
}

const noLink = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

/**
 * Everything by descriptor: the account may exchange what is in its folder between two calls by name, and would be given
 * a file of somebody else's. Links are left to themselves, and so is a file that has another name elsewhere.
 *
 * @param name of it, for a message; `path` may lead through an open folder
 */
async function takeBack(path: string, name: string, account: Account): Promise<void> {
  const handle = await openWithoutLink(path, account)
  if (handle === undefined) return
  try {
    const entry = await handle.stat()
    if (entry.isFile() && entry.nlink > 1)
      throw new EmbeddedDatabaseError(`${name} has another name elsewhere: it is not PostgreSQL’s. Remove it.`)
    await giveTo(handle, entry, { name, account })
    const wanted = entry.isDirectory() ? 0o700 : 0o600
    if ((entry.mode & 0o7777) !== wanted) await handle.chmod(wanted)
    if (!entry.isDirectory()) return
    // Linux alone has names for what is below an open folder.
    const folder = process.platform === 'linux' ? `/proc/self/fd/${handle.fd}` : path
    for (const own of await readdir(folder)) await takeBack(join(folder, own), join(name, own), account)
  } finally {
    await handle.close()
  }
}

/** Undefined for links and sockets. */
async function openWithoutLink(path: string, account: Account): Promise<FileHandle | undefined> {
  const attempt = () => unless(['ELOOP', 'ENXIO'], () => open(path, noLink))
  try {
    return await attempt()
  } catch (error) {
    // Root may read everything. An ordinary user owns what it may not read, and can give itself the right.
    if ((error as NodeJS.ErrnoException).code !== 'EACCES' || account.spawn.uid !== undefined) throw error
    await chmod(path, 0o700)
    return attempt()
  }
}

async function giveTo(
  handle: FileHandle,
  { uid }: { uid: number },
  { name, account }: { name: string; account: Account },
): Promise<void> {
  if (uid === account.uid) return
  if (account.spawn.uid === undefined) {
    throw new EmbeddedDatabaseError(
      `${name} belongs to another account (user id ${uid}) than the one this process runs as (${account.name}). ` +
        `Start Bugle as that account or as root, or give the folder ${dirname(name)} to ${account.name}.`,
    )
  }
  await handle.chown(account.uid, account.gid)
}

/** Gives the database a new password while it is stopped: the file with the old one is gone. */
export async function resetPassword(
  places: Places,
  program: Program,
  account: Account,
  password: string,
  log: Log,
): Promise<void> {
  log.warn({}, 'The file with the password of the database is missing; setting a new one')
  const directory = await nameForServer(places.cluster, account)
  const args = ['--single', '-D', directory, 'postgres']
  const input = `alter role postgres password '${password}'\nalter role bugle password '${password}'\n`
  const result = await run(program.postgres, args, { ...program, account, cwd: places.cluster, input })
  if (result.code === 0) return
  throw new EmbeddedDatabaseError(`The database could not be opened to set a password: ${complaint(result.output)}`)
}

/** What went wrong, out of all that a program printed. */
function complaint(output: string): string {
  const [, telling] = /\b(?:FATAL|PANIC|error): +(.*)/.exec(output) ?? []
  return telling ?? output.trim().split('\n').at(-1) ?? ''
}
