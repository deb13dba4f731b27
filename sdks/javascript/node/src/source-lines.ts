import { readFileSync, statSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type BugleEvent, cleanText, type Enrich, read, type SourceContext } from '@bugle/core'

const around = 5
const maxContexts = 50
const maxFiles = 20
const maxFileBytes = 1_000_000
const maxLineLength = 300
const maxKnown = 500
const maxWaiting = 20
/** For one event in its own time, and for all of them while the program ends. */
const maxMs = { later: 500, now: 200 }

interface Place {
  /** As the stack prints it. */
  file: string
  line: number
}

/**
 * The lines of source around the frames of the program's own code, of all errors of the chain, as `source_context`.
 * Files are read when an event is sent for the first time from that place, never while the program waits for us – but
 * for the end of the program, when there is no later. All of it is bounded: files, bytes, lines, time.
 *
 * @param clock what the limits of time are kept by, in milliseconds
 */
export function sourceLines(clock: () => number = () => performance.now()): Enrich {
  const known = new Map<string, SourceContext | undefined>()
  const waiting = new Map<BugleEvent, { handOn: (event: BugleEvent) => void; done: Promise<void> }>()

  const keep = (places: Place[], text: string | undefined) => {
    const lines = text?.split('\n')
    for (const place of places) {
      if (known.size >= maxKnown) known.delete(known.keys().next().value!)
      known.set(keyOf(place), lines && contextOf(place, lines))
    }
  }
  /** What is to be read, by file. */
  const unread = (event: BugleEvent) => {
    const byFile = new Map<string, Place[]>()
    for (const place of placesOf(event)) {
      if (known.has(keyOf(place))) continue
      const places = byFile.get(place.file)
      if (places !== undefined) places.push(place)
      else if (byFile.size < maxFiles) byFile.set(place.file, [place])
    }
    return byFile
  }
  const readLater = async (event: BugleEvent) => {
    const end = clock() + maxMs.later
    for (const [file, places] of unread(event)) {
      keep(places, await textOf(file).catch(() => undefined))
      if (clock() > end || !waiting.has(event)) return
    }
  }
  const readNow = (event: BugleEvent, end: number) => {
    for (const [file, places] of unread(event)) {
      // However late it is: the file of the innermost frame is worth reading.
      keep(places, textNow(file))
      if (clock() > end) return
    }
  }
  /** Once: the end of the program may come while a file is read. */
  const finish = (event: BugleEvent) => {
    const handOn = waiting.get(event)?.handOn
    if (handOn === undefined) return
    waiting.delete(event)
    const contexts = placesOf(event).flatMap((place) => known.get(keyOf(place)) ?? [])
    if (contexts.length > 0) event.source_context = contexts
    handOn(event)
  }

  return {
    add(event, handOn) {
      // A program that fails faster than its files are read goes without.
      if (waiting.size >= maxWaiting) return handOn(event)
      const entry = { handOn, done: Promise.resolve() }
      waiting.set(event, entry)
      entry.done = readLater(event).then(() => finish(event))
    },
    settled: () => Promise.allSettled([...waiting.values()].map(({ done }) => done)),
    settleNow() {
      const end = clock() + maxMs.now
      for (const event of waiting.keys()) {
        readNow(event, end)
        finish(event)
      }
    },
  }
}

const keyOf = ({ file, line }: Place) => `${line} ${file}`

/** Places of the program's own code, each once, innermost first. */
function placesOf({ stack, exceptions }: BugleEvent): Place[] {
  const places = new Map<string, Place>()
  // A hook may have put in anything, and here nobody would catch what it leads to.
  const causes = Array.isArray(exceptions) ? exceptions : []
  for (const text of [stack, ...causes.map((part) => read(part, 'stack'))])
    for (const line of typeof text === 'string' ? text.split('\n') : []) {
      if (places.size >= maxContexts) break
      const place = placeOf(line)
      if (place !== undefined) places.set(keyOf(place), place)
    }
  return [...places.values()]
}

/** The place that a line of a V8 stack names, when it is a file of the program. */
function placeOf(text: string): Place | undefined {
  if (text.length > 1000) return undefined
  const [, file = '', line] = /^\s*at (?:.*? \()?(?:async )?(.+?):(\d+):\d+\)?$/.exec(text) ?? []
  const isOwn = /^(?:file:\/\/|\/|[A-Za-z]:[\\/])/.test(file) && !/[\\/]node_modules[\\/]/.test(file)
  // A stack is a text that may have come from anywhere: it must not be able to name a file of secrets.
  return isOwn && /\.(?:[cm]?[jt]s|[jt]sx|vue|svelte)$/.test(file) ? { file, line: Number(line) } : undefined
}

const pathOf = (file: string) => (file.startsWith('file://') ? fileURLToPath(file) : file)

async function textOf(file: string): Promise<string | undefined> {
  const found = await stat(pathOf(file))
  return found.isFile() && found.size <= maxFileBytes ? readFile(pathOf(file), 'utf8') : undefined
}

function textNow(file: string): string | undefined {
  try {
    const found = statSync(pathOf(file))
    return found.isFile() && found.size <= maxFileBytes ? readFileSync(pathOf(file), 'utf8') : undefined
  } catch {
    return undefined
  }
}

function contextOf({ file, line }: Place, lines: string[]): SourceContext | undefined {
  const at = line - 1
  if (lines[at] === undefined) return undefined
  const clean = (text: string) => cleanText(text.trimEnd().slice(0, maxLineLength))
  return {
    file,
    line,
    pre_context: lines.slice(Math.max(0, at - around), at).map(clean),
    context_line: clean(lines[at]),
    post_context: lines.slice(line, line + around).map(clean),
  }
}
