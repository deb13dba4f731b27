import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { closeSync, openSync, readSync, unlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { noteBytes, parseNote, type RequestNote } from '../lib/request-note.ts'
import { readThreadState } from '../lib/thread-state.ts'
import type { ChildMessage } from './messages.ts'
import { StallWatch } from './stall-watch.ts'

export interface WatchChildOptions {
  /** How long the event loop may stand still. */
  limitMs: number
  /** File in which the process notes what it reads. */
  notes: number | undefined
  ask: () => void
  /** Receives the request that it was reading, if that was not a small event. */
  onStalled: (request: RequestNote | undefined) => void
}

/** A request is noted before its body is parsed, in the same turn of the event loop or one soon after. */
const turnMs = 2000

/** Watches the event loop of an ingest process until it ends. */
export function watchChild(child: ChildProcess, { limitMs, notes, ask, onStalled }: WatchChildOptions): void {
  let heardAt = Date.now()
  let isDebugged = false
  const watch = new StallWatch({
    limitMs,
    ask,
    look: () => {
      const state = readThreadState(child.pid!)
      // A debugger halts the process without a signal.
      return isDebugged ? { cpuMs: 0, isStopped: true } : state
    },
    onStalled: () => {
      const note = notes === undefined ? undefined : readNote(notes)
      onStalled(note !== undefined && note.at >= heardAt - turnMs ? note : undefined)
    },
  })
  child.on('message', (message: ChildMessage) => {
    if (message.type !== 'turned') return
    heardAt = Date.now()
    isDebugged = message.isDebugged
    watch.heard()
  })
  child.once('exit', () => watch.stop())
  watch.start()
}

/** Opens a file that has no name any more: an ingest process inherits it. Undefined where that is impossible. */
export function openNotes(): number | undefined {
  const path = join(tmpdir(), `bugle-${randomUUID()}`)
  try {
    const file = openSync(path, 'wx+', 0o600)
    unlinkSync(path)
    return file
  } catch {
    return undefined
  }
}

export function closeNotes(file: number | undefined): void {
  if (file !== undefined) closeSync(file)
}

function readNote(file: number): RequestNote | undefined {
  const bytes = Buffer.alloc(noteBytes)
  return parseNote(bytes.toString('latin1', 0, readSync(file, bytes, 0, noteBytes, 0)))
}
