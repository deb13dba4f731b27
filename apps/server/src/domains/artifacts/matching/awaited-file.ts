import { createHash } from 'node:crypto'
import type { FrameView } from '@bugle/protocol'
import type { ArtifactUse } from '../content/index.ts'
import { baseNameOf, type DebugFileKind, isDebugFile, normalizeDebugId } from '../content/index.ts'
import { isJvmFrame, mapIdOf, nativeFrameOf } from './debug-frames.ts'
import { debugIdOf, type SymbolicationInput } from './match-artifacts.ts'

/**
 * Returns the keys under which generated files are awaited: their debug ids, and their names. Equal names do not mean
 * equal files: whoever waited looks for the file again by all rules.
 */
export function awaitedKeysOf(files: readonly string[], images: SymbolicationInput['images']): Buffer[] {
  return files.flatMap((file) => {
    const debugId = debugIdOf({ images }, file)
    return [keyOf('name', baseNameOf(file)), ...(debugId === undefined ? [] : [keyOf('debug_id', debugId)])]
  })
}

/**
 * Returns the keys of generated files whose maps were found. Each leads to this file alone: another map for it is a
 * better one, and not that of another release.
 */
export function foundKeysOf(
  files: readonly string[],
  { images, release }: Pick<SymbolicationInput, 'images' | 'release'>,
): Buffer[] {
  return files.map((file) => {
    const debugId = debugIdOf({ images }, file)
    return debugId === undefined ? keyOf('file', fileOfRelease(release, file)) : keyOf('debug_id', debugId)
  })
}

/** Returns the keys under which the debug files of a stack are awaited: the ids of its build, and its release. */
export function awaitedDebugKeysOf(
  frames: readonly FrameView[],
  { programs = [], release }: Pick<SymbolicationInput, 'programs' | 'release'>,
): Buffer[] {
  const native = frames.flatMap((frame) => nativeFrameOf(frame, programs, true) ?? [])
  const mapIds = frames.flatMap((frame) => mapIdOf(frame) ?? [])
  const buildIds = [...native, ...programs].flatMap(({ buildId }) => buildId ?? [])
  const debugIds = [...native, ...programs].flatMap(({ debugId }) => debugId ?? [])
  const kinds: DebugFileKind[] = native.length > 0 ? ['native_symbols'] : frames.some(isJvmFrame) ? ['jvm_mapping'] : []
  return [
    ...[...new Set([...mapIds, ...buildIds])].map((id) => keyOf('build_id', id)),
    ...[...new Set(debugIds)].map((id) => keyOf('debug_id', id)),
    ...(release === null ? [] : kinds.map((kind) => keyOf(kind, release))),
  ]
}

/** Returns the keys of the file that an artifact belongs to, or of the build whose debug file it is. */
export function keysOfArtifact({ kind, url, release, debugIds, buildId }: ArtifactUse): Buffer[] {
  const ids = debugIds.flatMap((id) => normalizeDebugId(id ?? '') ?? []).map((id) => keyOf('debug_id', id))
  if (!isDebugFile(kind)) return [keyOf('name', baseNameOf(url)), keyOf('file', fileOfRelease(release, url)), ...ids]
  return [
    ...ids,
    ...(buildId === null ? [] : [keyOf('build_id', buildId)]),
    ...(release === null ? [] : [keyOf(kind, release)]),
  ]
}

function fileOfRelease(release: string | null, file: string): string {
  return JSON.stringify([release, baseNameOf(file)])
}

function keyOf(kind: string, text: string): Buffer {
  return createHash('sha256').update(`${kind}:${text}`).digest().subarray(0, 16)
}
