import { constants } from 'node:fs'
import { chmod, chown, type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ignoreErrors } from '../ignore-errors.ts'
import type { Account } from './account.ts'
import { EmbeddedDatabaseError } from './embedded-database-error.ts'
import type { Log } from './log.ts'
import type { DatabasePaths } from './paths.ts'
import type { Program } from './program.ts'
import { run } from './run.ts'
import { syncPath } from './sync-tree.ts'
import { nameForServer } from './working-directory.ts'

/** Determines what is in the cluster's folder. It changes nothing: unknown files are left alone. */
export async function inspectCluster(paths: DatabasePaths, program: Program): Promise<'absent' | 'ours'> {
  const entries = await ignoreErrors(['ENOENT'], () => readdir(paths.cluster))
  if (!entries) return 'absent'
  const version = (await ignoreErrors(['ENOENT'], () => readFile(join(paths.cluster, 'PG_VERSION'), 'utf8')))?.trim()
  if (version === program.major) return 'ours'
  throw new EmbeddedDatabaseError(
    version === undefined
      ? `${paths.cluster} is not a database of Bugle (it has no PG_VERSION), so it was left alone. Move it away, or set BUGLE_DATA to another folder.`
      : `The database in ${paths.cluster} was created by PostgreSQL ${version}, and this release of Bugle includes PostgreSQL ${program.major}. ` +
          'Nothing was changed: start the release of Bugle that created it, or set BUGLE_DATA to another folder.',
  )
}

/**
 * Creates the cluster under a temporary name and renames it when it is complete and on disk (initdb syncs its files):
 * if the first start is killed, the second finds either nothing or everything.
 */
export async function createCluster(
  paths: DatabasePaths,
  program: Program,
  account: Account,
  password: string,
  log: Log,
): Promise<void> {
  log.info({ directory: paths.cluster, account: account.name }, 'First start: creating the database')
  await mkdir(paths.unfinished, { mode: 0o700 })
  await chown(paths.unfinished, account.uid, account.gid)
  const options = ['--username=postgres', '--pwfile=/dev/fd/0', '--auth=scram-sha-256', '--data-checksums']
  // PostgreSQL's own locale, not the system's, sorts alike and knows the same letters on every machine. Only pg_trgm
  // still asks the system which characters are letters.
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
  const letters = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'

  const initdb = async (letters: string) => {
    const secret = await openForAccount(paths, account, `${password}\n`)
    try {
      const directory = await nameForServer(paths.unfinished, account)
      const args = ['-D', directory, ...options, ...locale, `--lc-ctype=${letters}`, '--no-instructions']
      return await run(program.initdb, args, { ...program, account, cwd: paths.unfinished, input: secret.fd })
    } finally {
      await secret.close()
    }
  }
  let result = await initdb(letters)
  if (result.code !== 0 && result.output.includes('invalid locale name')) result = await initdb('C')
  if (result.code !== 0) {
    await rm(paths.unfinished, { recursive: true, force: true })
    throw new EmbeddedDatabaseError(`The database could not be created in ${paths.own}: ${complaint(result.output)}`)
  }
  await rename(paths.unfinished, paths.cluster)
  await syncPath(paths.own)
}

/**
 * Opens an unnamed file that the account can reopen by its descriptor, although it is in a folder that the account
 * cannot enter: initdb reads the password only from a file.
 */
async function openForAccount(paths: DatabasePaths, account: Account, text: string) {
  const path = join(paths.own, 'password.initdb')
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
 * Reverts the effect of a restored backup or a recursive chown or chmod: PostgreSQL requires exclusive access to the
 * cluster. Walks through the files only if the folder itself is wrong.
 */
export async function repairRights(paths: DatabasePaths, account: Account, log: Log): Promise<void> {
  const { uid, mode } = await stat(paths.cluster)
  if (uid === account.uid && (mode & 0o7777) === 0o700) return
  log.warn({ directory: paths.cluster, account: account.name }, 'Repairing owner and mode of the database files')
  await restoreRights(paths.cluster, paths.cluster, account)
}

const noLink = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

/**
 * Restores owner and mode through descriptors: between two calls by name, the account could replace an entry of its
 * folder and be given somebody else's file. Links are skipped; a file with another hard link is refused.
 *
 * @param name for messages; `path` may lead through an open folder
 */
async function restoreRights(path: string, name: string, account: Account): Promise<void> {
  const handle = await openWithoutLink(path, account)
  if (handle === undefined) return
  try {
    const entry = await handle.stat()
    if (entry.isFile() && entry.nlink > 1)
      throw new EmbeddedDatabaseError(`${name} has another hard link, so it is not PostgreSQL’s. Remove it.`)
    await setOwner(handle, entry, { name, account })
    const wanted = entry.isDirectory() ? 0o700 : 0o600
    if ((entry.mode & 0o7777) !== wanted) await handle.chmod(wanted)
    if (!entry.isDirectory()) return
    // Only Linux has names for the entries of an open folder.
    const folder = process.platform === 'linux' ? `/proc/self/fd/${handle.fd}` : path
    for (const own of await readdir(folder)) await restoreRights(join(folder, own), join(name, own), account)
  } finally {
    await handle.close()
  }
}

/** Opens a file or folder; undefined for links and sockets. */
async function openWithoutLink(path: string, account: Account): Promise<FileHandle | undefined> {
  const attempt = () => ignoreErrors(['ELOOP', 'ENXIO'], () => open(path, noLink))
  try {
    return await attempt()
  } catch (error) {
    // Root may read everything. An ordinary user owns the files that it may not read, and can grant itself the right.
    if ((error as NodeJS.ErrnoException).code !== 'EACCES' || account.spawn.uid !== undefined) throw error
    await chmod(path, 0o700)
    return attempt()
  }
}

async function setOwner(
  handle: FileHandle,
  { uid }: { uid: number },
  { name, account }: { name: string; account: Account },
): Promise<void> {
  if (uid === account.uid) return
  if (account.spawn.uid === undefined) {
    throw new EmbeddedDatabaseError(
      `${name} belongs to another account (user id ${uid}) than this process (${account.name}). ` +
        `Start Bugle as that account or as root, or give the folder ${dirname(name)} to ${account.name}.`,
    )
  }
  await handle.chown(account.uid, account.gid)
}

/** Sets a new password in the stopped database, after the file with the old one was lost. */
export async function resetPassword(
  paths: DatabasePaths,
  program: Program,
  account: Account,
  password: string,
  log: Log,
): Promise<void> {
  log.warn({}, 'The file with the database password is missing; setting a new password')
  const directory = await nameForServer(paths.cluster, account)
  const args = ['--single', '-D', directory, 'postgres']
  const input = `alter role postgres password '${password}'\nalter role bugle password '${password}'\n`
  const result = await run(program.postgres, args, { ...program, account, cwd: paths.cluster, input })
  if (result.code === 0) return
  throw new EmbeddedDatabaseError(`The database could not be opened to set a password: ${complaint(result.output)}`)
}

/** Extracts the error from a program's output. */
function complaint(output: string): string {
  const [, relevant] = /\b(?:FATAL|PANIC|error): +(.*)/.exec(output) ?? []
  return relevant ?? output.trim().split('\n').at(-1) ?? ''
}
