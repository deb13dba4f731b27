import type { Frame, ParsedStack } from './frame.ts'
import { isInApp } from './in-app.ts'
import { parseV8Line } from './v8.ts'

/** A stack as an SDK may send it: the engine's text, or an array of its lines or of frame objects. */
export type RawStack = string | readonly unknown[] | null | undefined

/**
 * Parses a stack into frames, innermost call first. Never throws; time is linear in the text.
 *
 * @param maxFrames frames to keep at most (the rest is left out and `truncated` is set)
 * @example parseStack('Error: x\n    at f (a.js:1:2)').frames[0].function === 'f'
 */
export function parseStack(raw: RawStack, maxFrames = 250): ParsedStack {
  const frames: Frame[] = []
  for (const frame of framesOf(raw)) {
    if (frames.length === maxFrames) return { frames, engine: 'v8', truncated: true }
    frames.push(frame)
  }
  return { frames, engine: frames.length === 0 ? 'unknown' : 'v8', truncated: false }
}

/** The frames one by one: who needs the first few in-app frames alone stops early. */
export function* framesOf(raw: RawStack): Generator<Frame> {
  if (typeof raw === 'string') {
    yield* framesOfText(raw)
  } else if (Array.isArray(raw)) {
    for (const entry of raw) {
      const frame = typeof entry === 'string' ? parseV8Line(entry) : toFrame(entry)
      if (frame !== undefined) yield frame
    }
  }
}

function* framesOfText(text: string): Generator<Frame> {
  let start = 0
  while (start <= text.length) {
    const end = text.indexOf('\n', start)
    const line = end < 0 ? text.slice(start) : text.slice(start, end)
    const frame = line.length > 4096 ? undefined : parseV8Line(line)
    if (frame !== undefined) yield frame
    if (end < 0) return
    start = end + 1
  }
}

/** A frame object of an SDK: known parts of the right type are taken, anything else is left out. */
function toFrame(entry: unknown): Frame | undefined {
  if (typeof entry !== 'object' || entry === null) return undefined
  const given = entry as Record<string, unknown>
  const frame: Frame = { in_app: false }
  const name = given.function ?? given.method
  const file = given.file ?? given.filename ?? given.abs_path
  const line = given.line ?? given.lineno
  const column = given.column ?? given.colno
  if (typeof name === 'string' && name !== '') frame.function = name
  if (typeof file === 'string' && file !== '') frame.file = file
  if (isPosition(line)) frame.line = line
  if (isPosition(column)) frame.column = column
  if (frame.function === undefined && frame.file === undefined) return undefined
  frame.in_app = typeof given.in_app === 'boolean' ? given.in_app : isInApp(frame)
  return frame
}

function isPosition(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}
