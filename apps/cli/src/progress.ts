import type { Context } from './context.ts'

const intervalMs = { terminal: 100, log: 10_000 }

/** A line on stderr that says how far work is: redrawn on a terminal, elsewhere printed every ten seconds. */
export class ProgressLine {
  readonly #context: Context
  readonly #isTerminal: boolean
  readonly #intervalMs: number
  #shownAt = 0
  #isShown = false

  constructor(context: Context) {
    this.#context = context
    this.#isTerminal = context.host.stderr.isTTY === true && !context.host.env.CI
    this.#intervalMs = this.#isTerminal ? intervalMs.terminal : intervalMs.log
    this.#shownAt = this.#isTerminal ? 0 : performance.now()
  }

  /** Shows a text, unless one was shown a moment ago. */
  show(text: string): void {
    const { output, host } = this.#context
    const now = performance.now()
    if (output.quiet || output.json || now - this.#shownAt < this.#intervalMs) return
    this.#shownAt = now
    this.#isShown = true
    const cut = text.slice(0, (host.stderr.columns ?? 80) - 1)
    host.stderr.write(this.#isTerminal ? `\r\u001b[2K${cut}` : `${text}\n`)
  }

  /** Removes the line from the terminal. */
  end(): void {
    if (this.#isTerminal && this.#isShown) this.#context.host.stderr.write('\r\u001b[2K')
    this.#isShown = false
  }
}
