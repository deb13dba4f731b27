import type { ParsedStack } from './frame.ts'
import { parseFrameObject } from './frame-object.ts'
import { ipsToText } from './ips.ts'
import { jsonLogToText } from './json-log.ts'
import { withoutPrefixes } from './prefix.ts'
import { readHead, readText } from './reader.ts'
import { Reading } from './reading.ts'
import { plainText, withoutPage } from './terminal.ts'

/** A stack as an SDK may send it: the engine's text, or an array of its lines or of frame objects. */
export type RawStack = string | readonly unknown[] | null | undefined

export interface StackHints {
  /** The event's platform; decides between languages that print the same form. */
  platform?: string | undefined
  /**
   * The event's message; if the text starts with it, its lines are not read as calls. An event that has one has a type as
   * well, so the type and message of the text are left out.
   */
  message?: string | undefined
  /** Number of innermost frames kept per exception; 250 by default. */
  maxFrames?: number | undefined
}

export const maxFrames = 250

/**
 * Parses a stack of any engine into frames, innermost call first, and the exceptions that led to it. Never throws, and
 * takes linear time. Arrays must also have the innermost call first.
 *
 * @example parseStack('Error: x\n    at f (a.js:1:2)').frames[0] // { function: 'f', file: 'a.js', line: 1, column: 2, in_app: true, raw: 'at f (a.js:1:2)' }
 */
export function parseStack(raw: RawStack, hints: StackHints = {}): ParsedStack {
  if (typeof raw === 'string') return readPasted(raw, hints).finish(hints.message === undefined)
  const reading = newReading(hints)
  if (Array.isArray(raw)) {
    for (const entry of raw) {
      if (typeof entry === 'string') readText(reading, plainText(entry))
      else {
        const frame = parseFrameObject(entry)
        if (frame !== undefined) reading.link.add(frame, 'objects', '', reading.maxFrames)
      }
    }
  }
  return reading.finish()
}

function newReading({ maxFrames: most = maxFrames, platform }: StackHints): Reading {
  return new Reading(most, platform)
}

/** Reads a text; if few of its lines are calls, reads it again without the prefixes that a log adds to each line. */
export function readPasted(raw: string, hints: StackHints): Reading {
  const text = ipsToText(raw) ?? plainText(jsonLogToText(raw) ?? raw)
  const reading = readingOf(text, hints)
  // A log counts the time of each line.
  if (!reading.isDoubtful && !/^\d{10,19}[ \t]/.test(text)) return reading
  const page = withoutPage(text)
  const bare = withoutPrefixes(page) ?? page
  if (bare === text) return reading
  const other = readingOf(bare, hints)
  return other.count > reading.count || !reading.isDoubtful ? other : reading
}

function readingOf(text: string, hints: StackHints): Reading {
  const reading = newReading(hints)
  const head = endOfMessage(text, hints.message)
  readText(reading, text, head === 0 ? 0 : readHead(reading, text, head))
  return reading
}

/**
 * Finds the end of the message if the text starts with type and message. A message may quote another stack or look like
 * a call, so its lines are read as the head only.
 */
function endOfMessage(text: string, message: string | undefined): number {
  if (message === undefined || message === '') return 0
  const start = text.startsWith(message) ? 0 : text.slice(0, maxType).indexOf(': ') + 2
  if (start === 1 || !text.startsWith(message, start) || isCallLike(text.slice(0, start))) return 0
  return start + message.length
}

/** Maximum length of an exception's type. */
const maxType = 300

/** Whether a text cannot be an exception's type: it has several lines, or starts like a call. */
function isCallLike(head: string): boolean {
  return head.includes('\n') || head.includes('(') || head.includes('/') || head.includes('@') || head.includes(':in ')
}
