import { styleText } from 'node:util'
import type { DescribedError } from './describe-error.ts'

/** Where text goes; a terminal gets colors and progress. */
export interface Stream {
  isTTY?: boolean | undefined
  columns?: number | undefined
  write(text: string): unknown
}

export interface OutputOptions {
  stdout: Stream
  stderr: Stream
  env: NodeJS.ProcessEnv
  /** Prints one JSON object a line. */
  json?: boolean
  /** Prints data and errors alone. */
  quiet?: boolean
  /** Also prints requests. */
  verbose?: boolean
}

/** A column of a table: its heading, and the text of a row. */
export type Column<Row> = [heading: string, text: (row: Row) => string]

type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan'

/** Prints data to stdout, and everything else to stderr, so that a pipe receives data alone. */
export class Output {
  readonly json: boolean
  readonly quiet: boolean
  readonly verbose: boolean
  readonly #stdout: Stream
  readonly #stderr: Stream
  readonly #colors: { stdout: boolean; stderr: boolean }

  constructor({ stdout, stderr, env, json = false, quiet = false, verbose = false }: OutputOptions) {
    this.json = json
    this.quiet = quiet
    this.verbose = verbose
    this.#stdout = stdout
    this.#stderr = stderr
    const allows = env.NO_COLOR === undefined || env.NO_COLOR === ''
    this.#colors = { stdout: allows && stdout.isTTY === true, stderr: allows && stderr.isTTY === true }
  }

  /** Prints a result: the object with `--json`, else its text. */
  result(value: object, text: () => string): void {
    this.#stdout.write(`${this.json ? jsonOf(value) : printable(text())}\n`)
  }

  /** Prints rows: one object a line with `--json`, else a table, or a sentence when there are none. */
  list<Row extends object>(rows: Row[], columns: Column<Row>[], nothing: string): void {
    if (this.json) for (const row of rows) this.#stdout.write(`${jsonOf(row)}\n`)
    else if (rows.length === 0) this.note(nothing)
    else this.#stdout.write(`${this.#table(rows, columns)}\n`)
  }

  /** Prints text to stdout: unchanged into a file or pipe, without what steers it on a terminal. */
  raw(text: string): void {
    this.#stdout.write(this.#stdout.isTTY === true ? plainText(text) : text)
  }

  /** Says what happened, to people. */
  note(text: string): void {
    if (!this.quiet && !this.json) this.#stderr.write(`${printable(text)}\n`)
  }

  warn(text: string): void {
    if (!this.quiet) this.#stderr.write(`${this.#styled('yellow', 'Warning:', 'stderr')} ${printable(text)}\n`)
  }

  /** Says what is being requested, with `--verbose`. */
  detail(text: string): void {
    if (this.verbose) this.#stderr.write(`${this.#styled('dim', printable(text), 'stderr')}\n`)
  }

  error({ message, errors = {}, remedy, requestId, code }: DescribedError): void {
    if (this.json) {
      this.#stderr.write(`${jsonOf({ error: { code, message, errors, remedy, request_id: requestId } })}\n`)
      return
    }
    const lines = [`${this.#styled('red', 'Error:', 'stderr')} ${message}`]
    for (const [field, texts] of Object.entries(errors)) lines.push(`  ${field}: ${texts.join(' ')}`)
    if (remedy !== undefined) lines.push(`Try: ${this.#styled('cyan', remedy, 'stderr')}`)
    if (this.verbose && requestId !== undefined) lines.push(`Request: ${requestId}`)
    this.#stderr.write(`${printable(lines.join('\n'))}\n`)
  }

  /** Styles text of stdout, on a terminal. */
  style(style: Style, text: string): string {
    return this.#styled(style, text, 'stdout')
  }

  #styled(style: Style, text: string, stream: 'stdout' | 'stderr'): string {
    return this.#colors[stream] ? styleText(style, text) : text
  }

  /** Aligns columns; the last one is cut at the edge of a terminal. */
  #table<Row>(rows: Row[], columns: Column<Row>[]): string {
    const cells = rows.map((row) => columns.map(([, text]) => oneLine(text(row))))
    const widths = columns.map(([heading], index) =>
      Math.max(heading.length, ...cells.map((texts) => texts[index]!.length)),
    )
    const width = this.#stdout.isTTY ? (this.#stdout.columns ?? 80) : Number.POSITIVE_INFINITY
    const lineOf = (texts: string[]) =>
      texts
        .map((text, index) => (index === texts.length - 1 ? text : text.padEnd(widths[index]!)))
        .join('  ')
        .slice(0, width)
    const heading = lineOf(columns.map(([name]) => name.toUpperCase()))
    return [this.style('dim', heading), ...cells.map(lineOf)].join('\n')
  }
}

/** Control characters, and marks that change the direction of the text after them. */
const control = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu

/** Puts untrusted text on one line, without the characters that steer a terminal or turn text around. */
export function oneLine(text: string): string {
  return text.replace(control, ' ')
}

/** Control characters but for line breaks and tabs, and a style of {@link Output} as one match. */
const steering = /(\p{Cc}\[(?:1|2|22|31|32|33|36|39)m)|[^\P{Cc}\n\t]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** Keeps lines and our own styles of a text; parts of it may come from events, other people or the server. */
function printable(text: string): string {
  return text.replace(steering, (found, style?: string) => (style?.startsWith('\u001b') ? found : ' '))
}

/** Writes JSON whose strings a terminal shows as they are written: JSON itself escapes only the first 32 characters. */
function jsonOf(value: object): string {
  return JSON.stringify(value).replace(control, (found) =>
    [...found].map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
  )
}

/** Removes control characters from untrusted text, keeping its lines. */
export function plainText(text: string): string {
  return text.split('\n').map(oneLine).join('\n')
}
