import { writeSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'

/** The request whose body a process has read last. */
export interface RequestNote {
  /** Epoch milliseconds. */
  at: number
  method: string
  /** Path without query and keys. */
  path: string
  /** Bytes of the decompressed body, or those that its head declares. */
  bytes: number
}

/** Bytes of the file: one note, padded. */
export const noteBytes = 512
/** A smaller event needs no note: writing one would cost more than a hundredth of the event. */
const leastBytes = 8 * 1024
const maxPath = 200

let descriptor: number | undefined

/** Begins to write notes to an open file, where another process finds them when this one no longer responds. */
export function writeNotesTo(file: number): void {
  descriptor = file
}

/** Notes the body of a request before anything is made of it. */
export function noteBody(request: IncomingMessage, bytes: number): void {
  if (bytes >= leastBytes) noteRequest(request, bytes)
}

/** Notes a request, whatever its size. */
export function noteRequest({ method = '', url = '' }: Pick<IncomingMessage, 'method' | 'url'>, bytes: number): void {
  if (descriptor === undefined) return
  const note: RequestNote = { at: Date.now(), method: method.slice(0, 20), path: pathOf(url), bytes }
  try {
    writeSync(descriptor, JSON.stringify(note).padEnd(noteBytes), 0, 'latin1')
  } catch {
    // A full disk: nobody waits for the note.
    descriptor = undefined
  }
}

/** Reads what `noteRequest` wrote; undefined if that is nothing. */
export function parseNote(text: string): RequestNote | undefined {
  try {
    return JSON.parse(text) as RequestNote
  } catch {
    return undefined
  }
}

/** Leaves out the query and whatever may be a key or a token. */
function pathOf(url: string): string {
  const path = url.slice(0, maxPath).replace(/[?#].*/s, '')
  return path
    .replaceAll(/[\w%.~-]{24,}/g, '…')
    .replaceAll(/[^\x20-\x7e…]/g, '?')
    .replaceAll('…', '...')
}
