import { createHash } from 'node:crypto'
import { normalizeDebugId } from './artifact.ts'
import { debugIdOf, type EventSource } from './match-artifacts.ts'

/**
 * Returns the keys under which generated files are awaited: their debug ids, and their names. Equal names do not mean
 * equal files: whoever waited looks for the file again by all rules.
 */
export function awaitedKeysOf(files: readonly string[], images: EventSource['images']): Buffer[] {
  return files.flatMap((file) => {
    const debugId = debugIdOf({ images }, file)
    return [keyOf('name', nameOf(file)), ...(debugId === undefined ? [] : [keyOf('debug_id', debugId)])]
  })
}

/** Returns the keys of the file that an artifact belongs to. */
export function keysOfArtifact({ url, debugIds }: { url: string; debugIds: readonly (string | null)[] }): Buffer[] {
  const ids = debugIds.flatMap((id) => normalizeDebugId(id ?? '') ?? [])
  return [keyOf('name', nameOf(url)), ...ids.map((id) => keyOf('debug_id', id))]
}

function nameOf(file: string): string {
  return file
    .replace(/[?#].*$/s, '')
    .split(/[/\\]/)
    .at(-1)!
}

function keyOf(kind: string, text: string): Buffer {
  return createHash('sha256').update(`${kind}:${text}`).digest().subarray(0, 16)
}
