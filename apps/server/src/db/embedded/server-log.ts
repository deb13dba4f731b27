import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { Log } from './log.ts'

interface LogEntry {
  readonly severity: string
  /** SQLSTATE; absent before the server has read its settings. */
  readonly code?: string
  readonly message: string
}

/** The first line of an entry, with our log_line_prefix or with PostgreSQL's default, before it reads ours. */
const ours = /^\d+ ([0-9A-Z]{5}) ([A-Z]+\d?): {2}(.*)$/
const theirs = /^\d{4}-\d\d-\d\d [\d:.]+ \w+ \[\d+\] ([A-Z]+\d?): {2}(.*)$/

/**
 * Further parts of the previous entry. PostgreSQL indents continuation lines of a message, so data cannot pose as an
 * entry.
 */
const additions = ['DETAIL', 'HINT', 'CONTEXT', 'STATEMENT', 'QUERY', 'LOCATION']

/** Reads a line of PostgreSQL’s log; undefined for one that continues an entry. */
export function parseLogLine(line: string): LogEntry | undefined {
  const [, code, severity, message] = ours.exec(line) ?? []
  if (severity && message !== undefined)
    return additions.includes(severity) ? undefined : { severity, code: code!, message }
  const [, earlySeverity, earlyMessage] = theirs.exec(line) ?? []
  if (earlySeverity && earlyMessage !== undefined) {
    return additions.includes(earlySeverity) ? undefined : { severity: earlySeverity, message: earlyMessage }
  }
  if (line.trim() === '' || line.startsWith('\t')) return undefined
  return { severity: 'FATAL', message: line } // not from the server; for example, the loader misses a library
}

/** Codes sent to every client that connects too early, ours included, and to every client at a requested stop. */
const startingUp = '57P03'
const shuttingDown = '57P01'

/** Follows the log of the embedded PostgreSQL: passes its warnings and errors on, and keeps its last fatal message. */
export class ServerLog {
  /** The server's last message before it gave up. */
  lastFatal: LogEntry | undefined
  isStopping = false
  readonly #log: Log

  constructor(stream: Readable, log: Log) {
    this.#log = log
    createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY }).on('line', (line) => this.#read(line))
  }

  #read(line: string): void {
    const entry = parseLogLine(line)
    if (!entry) return
    const { severity, code, message } = entry
    if (code === startingUp || (code === shuttingDown && this.isStopping)) return
    if (severity === 'FATAL' || severity === 'PANIC') this.lastFatal = entry
    if (['WARNING', 'ERROR', 'FATAL', 'PANIC'].includes(severity)) {
      this.#log.warn({ severity, ...(code === undefined ? {} : { code }) }, `PostgreSQL: ${message}`)
    }
  }
}
