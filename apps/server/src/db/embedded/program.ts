import { stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ignoreErrors } from '../ignore-errors.ts'
import { canEnter, canExecute, canRead } from './access.ts'
import type { Account } from './account.ts'
import type { Binaries } from './binaries.ts'
import { copyBinaries } from './binaries-copy.ts'
import { linkLibraries, readLibraryLinks } from './library-links.ts'

/** PostgreSQL's programs as the server's account can run them. */
export interface Program {
  readonly postgres: string
  readonly initdb: string
  readonly major: string
  readonly environment: Readonly<Record<string, string>>
}

/**
 * Makes the programs executable for the account, changing as little as possible and nothing in node_modules: in place;
 * in place with the links that a skipped install script left out; or from a copy, if the account cannot enter the
 * project's folder (root's home).
 */
export async function prepareProgram(
  binaries: Binaries,
  account: Account,
  paths: { readonly own: string; readonly copyFolders: readonly string[] },
): Promise<Program> {
  if (!(await isRunnable(account, binaries.native))) {
    return programIn(await copyBinaries(binaries, account, paths.copyFolders), binaries.version)
  }
  const links = await readLibraryLinks(binaries.native)
  if (await areAllPresent(links.map((link) => join(binaries.native, link.target)))) {
    return programIn(binaries.native, binaries.version)
  }
  // macOS removes the variable that points to the links from the environment of the shell that initdb runs.
  if (process.platform !== 'linux' || !(await canEnter(account, paths.own))) {
    const copyFolders = account.spawn.uid === undefined ? [paths.own] : paths.copyFolders
    return programIn(await copyBinaries(binaries, account, copyFolders), binaries.version)
  }
  const folder = await linkLibraries(binaries, links, paths.own)
  return programIn(binaries.native, binaries.version, {
    // The links alone are not enough: libraries without a link are then searched next to the links only.
    LD_LIBRARY_PATH: `${folder}:${join(binaries.native, 'lib')}`,
  })
}

/** Folders for copies made by root: only those that nobody else can write to are used. */
export const systemCopyFolders: readonly string[] = ['/var/cache', '/var/lib', '/opt', tmpdir()]

function programIn(native: string, version: string, environment: Record<string, string> = {}): Program {
  return {
    postgres: join(native, 'bin', 'postgres'),
    initdb: join(native, 'bin', 'initdb'),
    major: version.split('.')[0] ?? version,
    environment: {
      // Nothing is inherited: PGDATA, PGPORT, LC_ALL and the like of the user's shell must not affect the server.
      PATH: process.env.PATH ?? '/usr/local/bin:/usr/bin:/bin',
      TZ: 'UTC',
      ...environment,
    },
  }
}

/** Tests one file of each kind: an installation under umask 077 hides the files, not the folders above them. */
async function isRunnable(account: Account, native: string): Promise<boolean> {
  return (
    (await canExecute(account, join(native, 'bin', 'postgres'))) &&
    (await canExecute(account, join(native, 'bin', 'initdb'))) &&
    (await canRead(account, join(native, 'share', 'postgresql', 'postgres.bki'))) &&
    (await canRead(account, join(native, 'share', 'postgresql', 'extension', 'plpgsql.control')))
  )
}

async function areAllPresent(paths: readonly string[]): Promise<boolean> {
  const found = await Promise.all(paths.map((path) => ignoreErrors(['ENOENT'], () => stat(path))))
  return found.every(Boolean)
}
