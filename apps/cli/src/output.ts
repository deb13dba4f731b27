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
    this.#stdout.write(`${this.json ? JSON.stringify(value) : text()}\n`)
  }

  /** Prints rows: one object a line with `--json`, else a table, or a sentence when there are none. */
  list<Row extends object>(rows: Row[], columns: Column<Row>[], nothing: string): void {
    if (this.json) for (const row of rows) this.#stdout.write(`${JSON.stringify(row)}\n`)
    else if (rows.length === 0) this.note(nothing)
    else this.#stdout.write(`${this.#table(rows, columns)}\n`)
  }

  /** Prints bytes to stdout unchanged. */
  raw(text: string): void {
    this.#stdout.write(text)
  }

  /** Says what happened, to people. */
  note(text: string): void {
    if (!this.quiet && !this.json) this.#stderr.write(`${text}\n`)
  }

  warn(text: string): void {
    if (!this.quiet) this.#stderr.write(`${this.#styled('yellow', 'Warning:', 'stderr')} ${text}\n`)
  }

  /** Says what is being requested, with `--verbose`. */
  detail(text: string): void {
    if (this.verbose) this.#stderr.write(`${this.#styled('dim', text, 'stderr')}\n`)
  }

  error({ message, errors = {}, remedy, requestId, code }: DescribedError): void {
    if (this.json) {
      this.#stderr.write(`${JSON.stringify({ error: { code, message, errors, remedy, request_id: requestId } })}\n`)
      return
    }
    const lines = [`${this.#styled('red', 'Error:', 'stderr')} ${message}`]
    for (const [field, texts] of Object.entries(errors)) lines.push(`  ${field}: ${texts.join(' ')}`)
    if (remedy !== undefined) lines.push(`Try: ${this.#styled('cyan', remedy, 'stderr')}`)
    if (this.verbose && requestId !== undefined) lines.push(`Request: ${requestId}`)
    this.#stderr.write(`${lines.join('\n')}\n`)
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

// biome-ignore lint/suspicious/noControlCharactersInRegex: text of events must not control the terminal
const control = /[\u0000-\u001f\u007f-\u009f]+/g

/** Puts untrusted text on one line, without the control characters that steer a terminal. */
export function oneLine(text: string): string {
  return text.replace(control, ' ')
}

/** Removes control characters from untrusted text, keeping its lines. */
export function plainText(text: string): string {
  return text.split('\n').map(oneLine).join('\n')
}
