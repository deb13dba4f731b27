import { readdir, stat } from 'node:fs/promises'
import { basename, join, relative, sep } from 'node:path'
import { SourcemapsError } from './sourcemaps-error.ts'

/** A file of a build: its path on disk, and its name below the folder that was given. */
export interface FoundFile {
  path: string
  /** With slashes on every system. */
  name: string
}

/** Folders without files that are served. `.next/cache` holds the builds of earlier days. */
const skipped = /(?:^|\/)(?:node_modules|\.git|\.next\/cache)(?:\/|$)/

/**
 * Lists the files of folders, in the order of their names; a path may also be a file.
 *
 * @param ignore patterns with `*`, `**` and `?`, of names below the folder
 * @example await findFiles(['dist'], ['legacy/**']) // [{ path: 'dist/assets/app.js', name: 'assets/app.js' }, …]
 */
export async function findFiles(paths: readonly string[], ignore: readonly string[] = []): Promise<FoundFile[]> {
  const ignored = ignore.map(toExpression)
  const found = new Map<string, FoundFile>()
  for (const path of paths)
    for (const file of await filesAt(path))
      if (!ignored.some((expression) => expression.test(file.name))) found.set(file.path, file)
  return [...found.values()].sort((a, b) => (a.path < b.path ? -1 : 1))
}

async function filesAt(path: string): Promise<FoundFile[]> {
  const entry = await stat(path).catch(() => undefined)
  if (entry === undefined) throw new SourcemapsError(`There is no file or folder ${path}.`)
  if (entry.isFile()) return [{ path, name: basename(path) }]
  const files: FoundFile[] = []
  // Folder by folder, so that those without served files are not even read.
  for (const folders = [path]; folders.length > 0; ) {
    const folder = folders.pop()!
    for (const one of await readdir(folder, { withFileTypes: true })) {
      const file = { path: join(folder, one.name), name: toName(path, join(folder, one.name)) }
      if (one.isDirectory() && !skipped.test(toName('.', file.path))) folders.push(file.path)
      else if (one.isFile()) files.push(file)
    }
  }
  return files
}

function toName(root: string, path: string): string {
  return relative(root, path).split(sep).join('/')
}

function toExpression(pattern: string): RegExp {
  const source = pattern.replace(/\*\*\/?|\*|\?|[.+^${}()|[\]\\]/g, (part) => {
    if (part.startsWith('**')) return '.*'
    if (part === '*') return '[^/]*'
    return part === '?' ? '[^/]' : `\\${part}`
  })
  return new RegExp(`^${source}$`)
}
