import { randomBytes } from 'node:crypto'
import { chmod, copyFile, lstat, mkdir, readdir, rename, rm, symlink } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { ignoreErrors } from '../ignore-errors.ts'
import { canEnter } from './access.ts'
import type { Account } from './account.ts'
import type { Binaries } from './binaries.ts'
import { EmbeddedDatabaseError } from './embedded-database-error.ts'
import { readLibraryLinks } from './library-links.ts'
import { run } from './run.ts'
import { syncTree } from './sync-tree.ts'

/**
 * Copies the programs to the first suitable folder, where later starts find them: `<folder>/bugle/postgresql-…`. The
 * name contains the version, so that an upgrade makes a new copy; the old one is kept, because another project may be
 * running from it.
 */
export async function copyBinaries(
  binaries: Binaries,
  account: Account,
  copyFolders: readonly string[],
): Promise<string> {
  const files = await listFiles(binaries.native)
  let refusal: unknown
  for (const copyFolder of copyFolders) {
    try {
      const folder = await ownFolder(copyFolder, account)
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
    `The account ${account.name} cannot run PostgreSQL from ${binaries.native}, and no folder is suitable for a copy ` +
      `(tried ${copyFolders.join(', ')}${refusal instanceof Error ? `; ${refusal.message}` : ''}). ` +
      'Move the project out of the private folder, start Bugle as an ordinary user, or set DATABASE_URL.',
    { cause: refusal },
  )
}

interface CopiedFile {
  readonly path: string
  readonly size: number
}

/** Lists the files that the server needs at run time: without static libraries and files for compiling extensions. */
async function listFiles(native: string): Promise<CopiedFile[]> {
  const entries = await readdir(native, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.a'))
    .map((entry) => relative(native, join(entry.parentPath, entry.name)))
    .filter((path) => /^(bin|lib|share)\//.test(path) && !/\/(pgxs|pkgconfig)\//.test(path))
  return Promise.all(
    paths.map(async (path) => {
      const { size } = await lstat(join(native, path))
      return { path, size }
    }),
  )
}

/**
 * Creates Bugle's folder, which must be writable by us alone, because programs in it are executed, and reachable for
 * the account.
 */
async function ownFolder(copyFolder: string, account: Account): Promise<string | undefined> {
  const folder = join(copyFolder, 'bugle')
  const made = await ignoreErrors(['EEXIST'], async () => {
    await mkdir(folder)
    await chmod(folder, 0o755)
    return true
  })
  const entry = await lstat(folder)
  const isOurs = entry.isDirectory() && entry.uid === process.geteuid?.() && (entry.mode & 0o022) === 0
  if (isOurs && (await canEnter(account, folder))) return folder
  if (made) await ignoreErrors(['ENOTEMPTY'], () => rm(folder, { recursive: true }))
  return undefined
}

/** Times do not count: two checkouts of one version would replace each other's copy at every start. */
async function isIntact(copy: string, files: readonly CopiedFile[]): Promise<boolean> {
  const uid = process.geteuid?.()
  const found = await Promise.all(
    files.map(async (file) => {
      const entry = await ignoreErrors(['ENOENT', 'ENOTDIR'], () => lstat(join(copy, file.path)))
      if (!entry?.isFile() || entry.uid !== uid || (entry.mode & 0o022) !== 0) return false
      return entry.size === file.size
    }),
  )
  return found.every(Boolean)
}

/**
 * Writes the copy to disk completely before it gets its name. A damaged one is replaced; a server that runs from it
 * keeps its files.
 */
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
    await ignoreErrors(['ENOENT'], () => rename(copy, old))
    await ignoreErrors(['ENOTEMPTY', 'EEXIST'], () => rename(fresh, copy)) // another start made the same copy first
  } finally {
    await rm(fresh, { recursive: true, force: true })
    await rm(old, { recursive: true, force: true })
  }
}

async function copyOne(from: string, to: string, { path }: CopiedFile): Promise<void> {
  await copyFile(from, to)
  await chmod(to, path.startsWith('bin/') ? 0o755 : 0o644)
}

/** Sets the modes explicitly: mkdir applies the umask, and the account must have access in any case. */
async function openFolders(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) await openFolders(join(folder, entry.name))
  }
}

/** Tests the copy, because the folder may be mounted noexec. */
async function tryOut(copy: string, account: Account): Promise<void> {
  const { code, output } = await run(join(copy, 'bin', 'postgres'), ['--version'], {
    account,
    cwd: '/',
    environment: {},
  })
  if (code !== 0) throw new EmbeddedDatabaseError(`${copy} does not run: ${output.trim()}`)
}
