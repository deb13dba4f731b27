import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { misuse } from './failure.ts'

export const projectFileName = 'bugle.json'

/** `bugle.json`, which belongs into version control: it never holds a token. */
export interface ProjectFile {
  url?: string
  project?: string
  release?: string
  sourcemaps?: { include?: string[]; ignore?: string[]; urlPrefix?: string }
}

/** The nearest file at or above a directory, and its path. */
export async function findProjectFile(directory: string): Promise<{ path: string; file: ProjectFile } | undefined> {
  for (let folder = resolve(directory); ; folder = dirname(folder)) {
    const path = join(folder, projectFileName)
    const text = await readFile(path, 'utf8').catch(() => undefined)
    if (text !== undefined) return { path, file: parseProjectFile(path, text) }
    if (dirname(folder) === folder) return undefined
  }
}

/** Writes values into the nearest file, else into one in this directory; returns its path. */
export async function changeProjectFile(directory: string, change: ProjectFile): Promise<string> {
  const found = await findProjectFile(directory)
  const path = found?.path ?? join(resolve(directory), projectFileName)
  await writeFile(path, `${JSON.stringify({ ...found?.file, ...change }, null, 2)}\n`)
  return path
}

function parseProjectFile(path: string, text: string): ProjectFile {
  let file: unknown
  try {
    file = JSON.parse(text)
  } catch {
    throw misuse(`${path} is not valid JSON.`)
  }
  if (typeof file !== 'object' || file === null || Array.isArray(file)) throw misuse(`${path} must be a JSON object.`)
  if ('token' in file) throw misuse(`${path} must not contain a token.`, 'bugle login --token -')
  const { url, project, release, sourcemaps } = file as Record<string, unknown>
  for (const [name, value] of Object.entries({ url, project, release }))
    if (value !== undefined && typeof value !== 'string') throw misuse(`${path}: ${name} must be text.`)
  checkSourcemaps(path, sourcemaps)
  return file as ProjectFile
}

function checkSourcemaps(path: string, value: unknown): void {
  if (value === undefined) return
  const { include, ignore, urlPrefix } = Object(value) as Record<string, unknown>
  for (const [name, list] of Object.entries({ include, ignore }))
    if (list !== undefined && !(Array.isArray(list) && list.every((entry) => typeof entry === 'string')))
      throw misuse(`${path}: sourcemaps.${name} must be a list of texts.`)
  if (urlPrefix !== undefined && typeof urlPrefix !== 'string')
    throw misuse(`${path}: sourcemaps.urlPrefix must be text.`)
}
