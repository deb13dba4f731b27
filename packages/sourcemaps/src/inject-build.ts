import { createHash } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { findMapReference } from '@bugle/symbols'
import type { FoundFile } from './find-files.ts'
import { type InjectedPair, injectDebugId } from './inject-debug-id.ts'
import { type Build, type BuiltFile, mapName, readMap } from './read-build.ts'
import { parseMap, type SourceMapObject } from './source-map-text.ts'

/** The outcome of one file. */
export interface InjectedFile {
  name: string
  path: string
  debugId: string | null
  /** `skipped`: it has no map, or cannot be changed; `reason` says why. */
  change: InjectedPair['change'] | 'skipped'
  reason?: string
}

export interface InjectedBuild {
  files: InjectedFile[]
  /** Pages and manifests in which hashes for Subresource Integrity were updated. */
  updatedPages: string[]
  /** Scripts that contain the hash of a changed file; browsers will refuse that file. */
  staleHashes: string[]
}

/**
 * Gives every built file that has a map a debug id, in file and map, in place.
 *
 * @example const { files } = await injectBuild(await readBuild(['dist']))
 */
export async function injectBuild(build: Build, { dryRun = false } = {}): Promise<InjectedBuild> {
  const files: InjectedFile[] = []
  const hashes = new Map<string, string>()
  for (const file of build.files) {
    const { name, path } = file
    const injected = await injectFile(file, dryRun, hashes)
    files.push({ name, path, ...injected })
  }
  const updatedPages = dryRun ? [] : await updatePages(build.pages, hashes)
  return { files, updatedPages, staleHashes: await findHashes(build.files, hashes) }
}

async function injectFile(
  file: BuiltFile,
  dryRun: boolean,
  hashes: Map<string, string>,
): Promise<Omit<InjectedFile, 'name' | 'path'>> {
  if (file.isBytecode) return skip('it is Hermes bytecode; its bundle needs the id before it is compiled')
  const mapBytes = await readMap(file)
  if (mapBytes === undefined) return skip(noMap(file))
  const parsed = parseMap(mapBytes)
  if ('notMap' in parsed) return skip(`its map ${mapName(file)} is not a source map: ${parsed.notMap}`)
  const bytes = await readFile(file.path)
  const code = bytes.toString('utf8')
  if (!Buffer.from(code).equals(bytes)) return skip('it is not UTF-8')
  const pair = injectDebugId({ name: file.name, code, map: parsed.map })
  if (pair.change !== 'none' && !dryRun) {
    const written = await writePair(file, pair)
    for (const algorithm of integrityAlgorithms) hashes.set(integrity(bytes, algorithm), integrity(written, algorithm))
  }
  return { debugId: pair.debugId, change: pair.change }
}

function skip(reason: string): Omit<InjectedFile, 'name' | 'path'> {
  return { debugId: null, change: 'skipped', reason }
}

function noMap({ map }: BuiltFile): string {
  return map.kind === 'none' && map.reference !== undefined ? `its map ${map.reference} is not there` : 'it has no map'
}

/** Writes the map first: a file without its id in the map would be worse than the other way round. */
async function writePair({ path, map: location }: BuiltFile, { code, map }: InjectedPair): Promise<Buffer> {
  if (location.kind === 'file') await replaceFile(location.path, JSON.stringify(map))
  const written = Buffer.from(location.kind === 'inline' ? withInlineMap(code, map) : code)
  await replaceFile(path, written)
  return written
}

function withInlineMap(code: string, map: SourceMapObject): string {
  const reference = findMapReference(Buffer.from(code))!
  const url = `data:application/json;charset=utf-8;base64,${Buffer.from(JSON.stringify(map)).toString('base64')}`
  const start = code.lastIndexOf(reference)
  return code.slice(0, start) + url + code.slice(start + reference.length)
}

/** Replaces a file as a whole: an interrupted run leaves the former one. */
async function replaceFile(path: string, content: string | Uint8Array): Promise<void> {
  const beside = `${path}.bugle-${process.pid}`
  await writeFile(beside, content)
  await rename(beside, path)
}

const integrityAlgorithms = ['sha256', 'sha384', 'sha512'] as const

function integrity(bytes: Buffer, algorithm: (typeof integrityAlgorithms)[number]): string {
  return `${algorithm}-${createHash(algorithm).update(bytes).digest('base64')}`
}

const anyIntegrity = /sha(?:256-[\w+/]{43}=|384-[\w+/]{64}|512-[\w+/]{86}==)/g

/** Puts the new hashes of changed files into pages and manifests. */
async function updatePages(pages: FoundFile[], hashes: Map<string, string>): Promise<string[]> {
  const updated: string[] = []
  if (hashes.size === 0) return updated
  for (const { path } of pages) {
    const text = await readFile(path, 'utf8')
    const next = text.replace(anyIntegrity, (hash) => hashes.get(hash) ?? hash)
    if (next === text) continue
    await replaceFile(path, next)
    updated.push(path)
  }
  return updated
}

/** Finds scripts that name the hash of a changed file, which cannot be updated without changing their own. */
async function findHashes(files: FoundFile[], hashes: Map<string, string>): Promise<string[]> {
  const found: string[] = []
  if (hashes.size === 0) return found
  for (const { path } of files) {
    const named = (await readFile(path, 'latin1')).match(anyIntegrity) ?? []
    if (named.some((hash) => hashes.has(hash))) found.push(path)
  }
  return found
}
