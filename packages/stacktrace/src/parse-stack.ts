import type { ParsedStack } from './frame.ts'
import { parseFrameObject } from './frame-object.ts'
import { ipsToText } from './ips.ts'
import { withoutPrefixes } from './prefix.ts'
import { Reader } from './reader.ts'
import { plainText, withoutPage } from './terminal.ts'

/** A stack as an SDK may send it: the engine's text, or an array of its lines or of frame objects. */
export type RawStack = string | readonly unknown[] | null | undefined

export interface StackHints {
  /** The event's platform: decides where two languages print the same form. */
  platform?: string | undefined
  /** The event's message: where the text begins with it, its lines are not taken for calls. */
  message?: string | undefined
  /** Frames to keep of each exception, the innermost: 250. */
  maxFrames?: number | undefined
}

export const maxFrames = 250

/**
 * Parses a stack of any engine into frames, innermost call first, and the exceptions that led to it. Never throws;
 * time is linear in the text. Arrays hold innermost calls first, too.
 *
 * @example parseStack('Error: x\n    at f (a.js:1:2)').frames[0] // { function: 'f', file: 'a.js', line: 1, column: 2, in_app: true, raw: 'at f (a.js:1:2)' }
 */
export function parseStack(raw: RawStack, hints: StackHints = {}): ParsedStack {
  if (typeof raw === 'string') return parseText(ipsToText(raw) ?? plainText(raw), hints)
  const reader = newReader(hints)
  if (Array.isArray(raw)) {
    for (const entry of raw) {
      if (typeof entry === 'string') reader.readText(plainText(entry))
      else {
        const frame = parseFrameObject(entry)
        if (frame !== undefined) reader.readFrame(frame)
      }
    }
  }
  return reader.finish()
}

function newReader({ maxFrames: most = maxFrames, platform }: StackHints): Reader {
  return new Reader(most, platform)
}

/** Reads a text as it stands; where most of it is no call, once more without what a log puts before each line. */
function parseText(text: string, hints: StackHints): ParsedStack {
  const reader = readerOf(text, hints)
  if (!reader.isDoubtful) return reader.finish()
  const page = withoutPage(text)
  const bare = withoutPrefixes(page) ?? page
  if (bare === text) return reader.finish()
  const other = readerOf(bare, hints)
  return (other.count > reader.count ? other : reader).finish()
}

function readerOf(text: string, hints: StackHints): Reader {
  const reader = newReader(hints)
  const head = endOfMessage(text, hints.message)
  reader.readText(text, head === 0 ? 0 : reader.readHead(text, head))
  return reader
}

/**
 * A message may quote another stack or look like a call. Where the text begins with it, behind its type, the lines
 * of the message are its head and nothing else.
 */
function endOfMessage(text: string, message: string | undefined): number {
  if (message === undefined || message === '') return 0
  const start = text.startsWith(message) ? 0 : text.slice(0, maxType).indexOf(': ') + 2
  if (start === 1 || !text.startsWith(message, start) || isCallLike(text.slice(0, start))) return 0
  return start + message.length
}

/** Where the type of an exception ends at the latest. */
const maxType = 300

/** No type of an exception: several lines, or what a call begins with. */
function isCallLike(head: string): boolean {
  return head.includes('\n') || head.includes('(') || head.includes('/') || head.includes('@') || head.includes(':in ')
}
