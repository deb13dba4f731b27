import { type ArtifactKind, type ArtifactReason, type Platform, parseHexId, toUuid } from '@bugle/protocol'
import { describeForeignFormat, detectDebugFile, explainReason, type Reason } from '@bugle/symbols'
import { isDebugFile } from './debug-file.ts'

/** A content within its project: the key of everything that is stored of it. */
export interface ContentKey {
  projectId: number
  sha256: Buffer
}

/** Why a content was not indexed. */
export type IndexFailure = Extract<Reason, { code: 'map_broken' | 'too_large' | 'failed' }>

/** A file as its uploader describes it. */
export interface FileDescription {
  name: string
  /** Address of the generated file. */
  url: string
  debugId: string | null
  release: string | null
  dist: string | null
  updateId: string | null
  platform: Platform | null
  /** Null if the name and the first bytes say it. */
  kind: ArtifactKind | null
}

/** A member or program that uploads to a project. */
export interface Uploader {
  projectId: number
  userId: string
}

export function toArtifactReason(failure: IndexFailure): ArtifactReason {
  const { code, ...facts } = failure
  return { code, facts, sentence: explainReason(failure).sentence }
}

/**
 * Returns a debug id in the spelling that all are compared in; undefined if the text is none.
 *
 * @example normalizeDebugId('85314830023F4CF1A267535F4E37BB17') // '85314830-023f-4cf1-a267-535f4e37bb17'
 */
export function normalizeDebugId(text: string): string | undefined {
  const hex = parseHexId(text)
  return hex === undefined ? undefined : toUuid(hex)
}

/**
 * Returns the address of a file that is uploaded without one: that of the generated file, at any origin.
 *
 * @example defaultUrlOf('assets/app.js.map') // '~/assets/app.js'
 */
export function defaultUrlOf(name: string): string {
  return `~/${name.replace(/\.map$/, '').replace(/^\.?\/+/, '')}`
}

const codeName = /\.(?:[cm]?js|jsbundle|bundle|hbc)$/i
const sourceName = /\.(?:[cm]?tsx?|jsx|vue|svelte|astro)$/i
/** First bytes of Hermes bytecode. */
const hermesMagic = Buffer.from('c61fbc03', 'hex')

/**
 * Returns the kind of a file, by what its uploader says, its name and its first bytes. Undefined if the server has no
 * use for it.
 *
 * @example kindOf({ name: 'app.js.map', kind: null }, Buffer.from('{"version":3')) // 'source_map'
 */
export function kindOf({ name, kind }: Pick<FileDescription, 'name' | 'kind'>, head: Buffer): ArtifactKind | undefined {
  if (kind === 'source_map') return looksLikeMap(head) ? kind : undefined
  const debugFile = detectDebugFile(head)
  if (kind !== null && isDebugFile(kind)) return debugFile
  if (kind !== null) return kind
  if (debugFile !== undefined) return debugFile
  const path = name.replace(/[?#].*$/s, '')
  if (/\.map$/i.test(path)) return looksLikeMap(head) ? 'source_map' : undefined
  if (codeName.test(path) || head.subarray(0, hermesMagic.length).equals(hermesMagic)) return 'minified_file'
  if (sourceName.test(path)) return 'source'
  return looksLikeMap(head) ? 'source_map' : undefined
}

/** Returns why a file has no kind. */
export function notUsable({ name, kind }: Pick<FileDescription, 'name' | 'kind'>, head?: Buffer): ArtifactReason {
  const foreign = head && describeForeignFormat(head)
  if (foreign !== undefined) return { code: 'unknown_file', sentence: `${name} is ${foreign}` }
  if (kind === 'source_map' || /\.map$/i.test(name))
    return {
      code: 'not_a_source_map',
      sentence: `${name} is not a source map, which is a JSON object. Upload the .map files that the build writes.`,
    }
  return {
    code: 'unknown_file',
    sentence: `${name} is neither a source map, nor a JavaScript file that a build made, nor a source, nor a debug file.`,
  }
}

/** Whether a file can be a source map: a JSON object, also after a byte order mark or the `)]}'` line. */
function looksLikeMap(head: Buffer): boolean {
  return /^\uFEFF?(?:\)\]\}'?[^\n]*\n)?\s*\{/.test(head.toString('utf8', 0, 1000))
}
