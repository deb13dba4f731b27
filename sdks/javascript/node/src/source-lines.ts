import { readFileSync, statSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type BugleEvent, cleanCode, type Enrich, read, type SourceContext } from '@bugle/core'

const linesAround = 5
const maxContexts = 50
const maxFiles = 20
const maxFileBytes = 1_000_000
const maxLineLength = 300
const maxKnown = 500
const maxWaiting = 20
/** Limit for one event while the program runs, and for all events while it ends. */
const maxMs = { later: 500, now: 200 }

interface Location {
  /** As the stack prints it. */
  file: string
  line: number
}

/**
 * Adds source lines around the frames of the program's own code, for all errors of the chain, as `source_context`.
 * Files are read when an event from that location is first sent, asynchronously except at the end of the program.
 * Files, bytes, lines and time are bounded.
 *
 * @param clock milliseconds, for the time limits
 */
export function sourceLines(clock: () => number = () => performance.now()): Enrich {
  const known = new Map<string, SourceContext | undefined>()
  const waiting = new Map<BugleEvent, { passOn: (event: BugleEvent) => void; done: Promise<void> }>()

  const keep = (locations: Location[], text: string | undefined) => {
    const lines = text?.split('\n')
    for (const location of locations) {
      if (known.size >= maxKnown) known.delete(known.keys().next().value!)
      known.set(keyOf(location), lines && contextOf(location, lines))
    }
  }
  /** Lists the locations still to be read, by file. */
  const unread = (event: BugleEvent) => {
    const byFile = new Map<string, Location[]>()
    for (const location of locationsOf(event)) {
      if (known.has(keyOf(location))) continue
      const locations = byFile.get(location.file)
      if (locations !== undefined) locations.push(location)
      else if (byFile.size < maxFiles) byFile.set(location.file, [location])
    }
    return byFile
  }
  const readLater = async (event: BugleEvent) => {
    const end = clock() + maxMs.later
    for (const [file, locations] of unread(event)) {
      keep(locations, await textOf(file).catch(() => undefined))
      if (clock() > end || !waiting.has(event)) return
    }
  }
  const readNow = (event: BugleEvent, end: number) => {
    for (const [file, locations] of unread(event)) {
      // Past the limit too, the file of the innermost frame is read.
      keep(locations, textNow(file))
      if (clock() > end) return
    }
  }
  /** Runs once per event: the program may end while a file is being read. */
  const finish = (event: BugleEvent) => {
    const passOn = waiting.get(event)?.passOn
    if (passOn === undefined) return
    waiting.delete(event)
    const contexts = locationsOf(event).flatMap((location) => known.get(keyOf(location)) ?? [])
    if (contexts.length > 0) event.source_context = contexts
    passOn(event)
  }

  return {
    add(event, passOn) {
      // A program that fails faster than its files can be read gets no source lines.
      if (waiting.size >= maxWaiting) return passOn(event)
      const entry = { passOn, done: Promise.resolve() }
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

const keyOf = ({ file, line }: Location) => `${line} ${file}`

/** Lists locations in the program's own code, without duplicates, innermost first. */
function locationsOf({ stack, exceptions }: BugleEvent): Location[] {
  const locations = new Map<string, Location>()
  // A hook may have put in anything, and nothing would catch the failure here.
  const causes = Array.isArray(exceptions) ? exceptions : []
  for (const text of [stack, ...causes.map((part) => read(part, 'stack'))])
    for (const line of typeof text === 'string' ? text.split('\n') : []) {
      if (locations.size >= maxContexts) break
      const location = parseLocation(line)
      if (location !== undefined) locations.set(keyOf(location), location)
    }
  return [...locations.values()]
}

/** Parses a line of a V8 stack; undefined unless it names a file of the program. */
function parseLocation(text: string): Location | undefined {
  if (text.length > 1000) return undefined
  const [, file = '', line] = /^\s*at (?:.*? \()?(?:async )?(.+?):(\d+):\d+\)?$/.exec(text) ?? []
  const isOwn = /^(?:file:\/\/|\/|[A-Za-z]:[\\/])/.test(file) && !/[\\/]node_modules[\\/]/.test(file)
  // Restricted to source files: a stack's text may come from anywhere and must not be able to name a file of secrets.
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

function contextOf({ file, line }: Location, lines: string[]): SourceContext | undefined {
  const at = line - 1
  if (lines[at] === undefined) return undefined
  const clean = (text: string) => cleanCode(text.trimEnd().slice(0, maxLineLength))
  return {
    file,
    line,
    pre_context: lines.slice(Math.max(0, at - linesAround), at).map(clean),
    context_line: clean(lines[at]),
    post_context: lines.slice(line, line + linesAround).map(clean),
  }
}
