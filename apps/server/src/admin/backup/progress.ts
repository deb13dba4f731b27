import { formatBytes } from '../format-bytes.ts'

type Print = (line: string) => void

const intervalMs = 5000

/** Prints the progress of a long task every few seconds. */
export class Progress {
  readonly #print: Print
  readonly #verb: string
  #printedAt = performance.now()

  constructor(print: Print, verb: string) {
    this.#print = print
    this.#verb = verb
  }

  /** @param done bytes so far; `of` is the total, if known */
  report(subject: string, done: number, of?: number): void {
    if (performance.now() - this.#printedAt < intervalMs) return
    this.#printedAt = performance.now()
    this.#print(
      `${this.#verb} ${subject}: ${formatBytes(done)}${of === undefined ? '' : ` of about ${formatBytes(of)}`} …`,
    )
  }
}
