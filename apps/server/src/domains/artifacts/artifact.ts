import type { ArtifactReason } from '@bugle/protocol'
import { explainReason, type Reason } from '@bugle/symbols'

/** A content within its project: the key of everything that is stored of it. */
export interface ContentKey {
  projectId: number
  sha256: Buffer
}

/** Why a content was not indexed. */
export type IndexFailure = Extract<Reason, { code: 'map_broken' | 'too_large' | 'failed' }>

/** A file of an upload, and what it was uploaded for. */
export interface SentFile {
  name: string
  bytes: Buffer
  /** Address of the generated file. */
  url: string
  debugId: string | undefined
  release: string | undefined
  dist: string | undefined
}

export function toArtifactReason(failure: IndexFailure): ArtifactReason {
  return { code: failure.code, sentence: explainReason(failure).sentence }
}

/**
 * Returns a debug id in the spelling that all are compared in; undefined if the text is none.
 *
 * @example normalizeDebugId('85314830023F4CF1A267535F4E37BB17') // '85314830-023f-4cf1-a267-535f4e37bb17'
 */
export function normalizeDebugId(text: string): string | undefined {
  const hex = text.toLowerCase().replaceAll('-', '')
  if (!/^[0-9a-f]{32}$/.test(hex) || text.length > 36) return undefined
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** Whether a file can be a source map: a JSON object, also behind a byte order mark or the `)]}'` line. */
export function looksLikeMap(bytes: Buffer): boolean {
  return /^\uFEFF?(?:\)\]\}'?[^\n]*\n)?\s*\{/.test(bytes.toString('utf8', 0, 1000))
}
