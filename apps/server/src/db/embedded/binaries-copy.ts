import { randomBytes } from 'node:crypto'
import { chmod, copyFile, lstat, mkdir, readdir, rename, rm, symlink, utimes } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import type { Account } from './account.ts'
import type { Binaries } from './binaries.ts'
import { EmbeddedDatabaseError, unless } from './embedded-database-error.ts'
import { readLibraryLinks } from './library-links.ts'
import { canEnter } from './reach.ts'
import { run } from './run.ts'
import { syncTree } from './sync-tree.ts'

/**
 * A copy of the programs on the first shelf that is fit for it, kept from start to start: `<shelf>/bugle/postgresql-…`.
 * Its name holds the version, so an upgrade makes a new one; the old one stays, another project may be running from it.
 */
export async function copyBinaries(binaries: Binaries, account: Account, shelves: readonly string[]): Promise<string> {
  const files = await listFiles(binaries.native)
  let refusal: unknown
  for (const shelf of shelves) {
    try {
      const folder = await ownFolder(shelf, account)
      if (!folder) continue
      const copy = join(folder, `postgresql-${binaries.version}-${process.platform}-${process.arch}`)
      if (!(await isIntact(copy, files))) await replaceCopy(binaries, copy, files)
      await tryOut(copy, account)
      return copy
    } catch (error) {
      refusal = error
    }
  }
  throw new EmbeddedDatabaseError(
    `The account ${account.name} cannot run PostgreSQL from ${binaries.native}, and no folder is fit for a copy ` +
      `(tried ${shelves.join(', ')}${refusal instanceof Error ? `; ${refusal.message}` : ''}). ` +
      'Move the project out of the private folder, start Bugle as an ordinary user, or set DATABASE_URL.',
    { cause: refusal },
  )
}

interface CopiedFile {
  readonly path: string
  readonly size: number
  readonly modified: number
}

/** What the server needs at run time: not the static libraries and what is for compiling extensions. */
async function listFiles(native: string): Promise<CopiedFile[]> {
  const entries = await readdir(native, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.a'))
    .map((entry) => relative(native, join(entry.parentPath, entry.name)))
    .filter((path) => /^(bin|lib|share)\//.test(path) && !/\/(pgxs|pkgconfig)\//.test(path))
  return Promise.all(
    paths.map(async (path) => {
      const { size, mtimeMs } = await lstat(join(native, path))
      return { path, size, modified: Math.floor(mtimeMs / 1000) }
    }),
  )
}

/** Made by us and writable by us alone, or what we run could be another's; and on the way of the account. */
async function ownFolder(shelf: string, account: Account): Promise<string | undefined> {
  const folder = join(shelf, 'bugle')
  const made = await unless(['EEXIST'], async () => {
    await mkdir(folder)
    await chmod(folder, 0o755)
    return true
  })
  const entry = await lstat(folder)
  const isOurs = entry.isDirectory() && entry.uid === process.geteuid?.() && (entry.mode & 0o022) === 0
  if (isOurs && (await canEnter(account, folder))) return folder
  if (made) await unless(['ENOTEMPTY'], () => rm(folder, { recursive: true }))
  return undefined
}

async function isIntact(copy: string, files: readonly CopiedFile[]): Promise<boolean> {
  const uid = process.geteuid?.()
  const found = await Promise.all(
    files.map(async (file) => {
      const entry = await unless(['ENOENT', 'ENOTDIR'], () => lstat(join(copy, file.path)))
      if (!entry?.isFile() || entry.uid !== uid || (entry.mode & 0o022) !== 0) return false
      return entry.size === file.size && Math.floor(entry.mtimeMs / 1000) === file.modified
    }),
  )
  return found.every(Boolean)
}

/** Complete and on disk before it gets its name; a damaged one makes way (a server running from it keeps its files). */
async function replaceCopy(binaries: Binaries, copy: string, files: readonly CopiedFile[]): Promise<void> {
  const unique = `${basename(copy)}.${randomBytes(4).toString('hex')}`
  const fresh = join(dirname(copy), `${unique}.new`)
  const old = join(dirname(copy), `${unique}.old`)
  try {
    for (const folder of new Set(files.map((file) => dirname(file.path)))) {
      await mkdir(join(fresh, folder), { recursive: true })
    }
    await Promise.all(files.map((file) => copyOne(join(binaries.native, file.path), join(fresh, file.path), file)))
    for (const link of await readLibraryLinks(binaries.native)) {
      await symlink(basename(link.source), join(fresh, link.target))
    }
    await openFolders(fresh)
    await syncTree(fresh)
    await unless(['ENOENT'], () => rename(copy, old))
    await unless(['ENOTEMPTY', 'EEXIST'], () => rename(fresh, copy)) // another start was quicker: as good as ours
  } finally {
    await rm(fresh, { recursive: true, force: true })
    await rm(old, { recursive: true, force: true })
  }
}

async function copyOne(from: string, to: string, { path, modified }: CopiedFile): Promise<void> {
  await copyFile(from, to)
  await chmod(to, path.startsWith('bin/') ? 0o755 : 0o644)
  await utimes(to, modified, modified)
}

/** mkdir goes by the umask; the account must get in whatever that is. */
async function openFolders(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) await openFolders(join(folder, entry.name))
  }
}

/** A shelf may be mounted noexec. */
async function tryOut(copy: string, account: Account): Promise<void> {
  const { code, output } = await run(join(copy, 'bin', 'postgres'), ['--version'], {
    account,
    cwd: '/',
    environment: {},
  })
  if (code !== 0) throw new EmbeddedDatabaseError(`${copy} does not run: ${output.trim()}`)
}
