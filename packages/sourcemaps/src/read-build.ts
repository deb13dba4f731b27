import { readFile } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { decodeDataUrl, findMapReference } from '@bugle/symbols'
import { type FoundFile, findFiles } from './find-files.ts'

/** A generated file, and where its map is. */
export interface BuiltFile extends FoundFile {
  map: MapLocation
  /** It holds Hermes bytecode, which has no comments and cannot be changed. */
  isBytecode: boolean
}

export type MapLocation =
  | { kind: 'file'; path: string; name: string }
  /** Within the file's comment. */
  | { kind: 'inline' }
  /** `reference`: the comment names a map that is not there. */
  | { kind: 'none'; reference?: string }

/** Built files with their maps. */
export interface Build {
  files: BuiltFile[]
  /** Maps that no file of the folders refers to. */
  lonelyMaps: FoundFile[]
  /** Pages and manifests, which may name hashes of the files. */
  pages: FoundFile[]
}

const code = /\.(?:[cm]?js|jsbundle|bundle|hbc)$/i
const sourceMap = /\.(?:[cm]?js|jsbundle|bundle|hbc)\.map$/i
const page = /\.(?:html?|json)$/i

/** First bytes of Hermes bytecode: React Native gives it the name of the bundle that it replaces. */
const bytecodeMagic = Buffer.from('c61fbc03', 'hex')

/**
 * Finds the built files of folders, and the map of each: by the last comment, else by its name.
 *
 * @example const { files } = await readBuild(['dist'])
 */
export async function readBuild(paths: readonly string[], ignore?: readonly string[]): Promise<Build> {
  const found = await findFiles(paths, ignore)
  const maps = new Map(found.filter(({ name }) => sourceMap.test(name)).map((map) => [resolve(map.path), map]))
  // A comment may name a map of any name.
  const named = new Map(found.filter(({ name }) => !code.test(name)).map((file) => [resolve(file.path), file]))
  const files: BuiltFile[] = []
  for (const file of found.filter(({ name }) => code.test(name))) files.push(await describeFile(file, named))
  pairBundles(files, maps)
  const used = new Set(files.flatMap(({ map }) => (map.kind === 'file' ? [resolve(map.path)] : [])))
  return {
    files,
    lonelyMaps: [...maps.values()].filter(({ path }) => !used.has(resolve(path))),
    pages: found.filter(({ name }) => page.test(name)),
  }
}

/** React Native writes the map of a bundle into another folder: they belong together where the name says so of one alone. */
function pairBundles(files: BuiltFile[], maps: Map<string, FoundFile>): void {
  const used = new Set(files.flatMap(({ map }) => (map.kind === 'file' ? [resolve(map.path)] : [])))
  for (const file of files.filter(({ name, map }) => map.kind === 'none' && /\.(?:js)?bundle$/.test(name))) {
    const name = basename(file.path)
    const namesakes = files.filter(({ path }) => basename(path) === name)
    const [map, ...others] = [...maps.values()].filter(({ path }) => basename(path) === `${name}.map`)
    if (map !== undefined && others.length === 0 && namesakes.length === 1 && !used.has(resolve(map.path)))
      file.map = { kind: 'file', path: map.path, name: map.name }
  }
}

async function describeFile(file: FoundFile, named: Map<string, FoundFile>): Promise<BuiltFile> {
  const bytes = await readFile(file.path)
  const isBytecode = /\.hbc$/i.test(file.name) || bytes.subarray(0, bytecodeMagic.length).equals(bytecodeMagic)
  return { ...file, isBytecode, map: locateMap(file, named, isBytecode ? undefined : findMapReference(bytes)) }
}

function locateMap(file: FoundFile, named: Map<string, FoundFile>, reference: string | undefined): MapLocation {
  if (reference?.startsWith('data:')) return { kind: 'inline' }
  const beside = named.get(resolve(`${file.path}.map`))
  const found = (reference === undefined ? undefined : named.get(pathOf(file, reference))) ?? beside
  if (found !== undefined) return { kind: 'file', path: found.path, name: nameOf(file, found) }
  return reference === undefined ? { kind: 'none' } : { kind: 'none', reference }
}

/** Resolves a reference against the file's address. Only the name of an absolute URL is known here. */
function pathOf(file: FoundFile, reference: string): string {
  const plain = reference.replace(/[?#].*$/s, '')
  const local = /^[a-z][a-z+.-]*:|^\//i.test(plain) ? plain.replace(/^.*\//s, '') : plain
  return resolve(dirname(file.path), decoded(local))
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Name of a map below the folder of its file's name. */
function nameOf(file: FoundFile, map: FoundFile): string {
  const root = file.path.slice(0, file.path.length - file.name.length) || '.'
  return relative(root, map.path).split(sep).join('/')
}

/** Reads a file's map; undefined without one. */
export async function readMap({ path, map }: BuiltFile): Promise<Buffer | undefined> {
  if (map.kind === 'file') return readFile(map.path)
  if (map.kind === 'none') return undefined
  const pieces = decodeDataUrl(findMapReference(await readFile(path)) ?? '')
  return pieces && Buffer.concat([...pieces])
}

/** Returns the name that a map is uploaded under. */
export function mapName({ name, map }: BuiltFile): string {
  return map.kind === 'file' ? map.name : join(`${name}.map`)
}
