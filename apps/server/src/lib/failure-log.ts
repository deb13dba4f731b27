export interface FailureLogOptions {
  log: Record<'info' | 'warn', (fields: object, text: string) => void>
  /** Names the state of a dependency that an error shows: whatever meets it then fails for the same reason. */
  stateOf?: (error: unknown) => string | undefined
}

interface Failing {
  text: string
  /** Whether its end is logged even if it failed only once. */
  isState: boolean
  /** Failures since the last line. */
  count: number
  total: number
  beganAt: number
  lastAt: number
  lineAt: number
}

const countEveryMs = 60_000
/** A state is over when nothing has failed for so long. */
const quietMs = 10_000
/** Kinds of failures that are logged apart. */
const maxKinds = 100
const others = 'further kinds of failures'

/**
 * Logs failures as states: a line when one begins, the number of failures once a minute while it lasts, and a line when it
 * is over. With the database away for a minute, a line a failure would be a line for every request.
 */
export class FailureLog {
  readonly #options: FailureLogOptions
  readonly #failing = new Map<string, Failing>()
  #timer: NodeJS.Timeout | undefined

  constructor(options: FailureLogOptions) {
    this.#options = options
  }

  /**
   * Returns a function that reports a failure.
   *
   * @param consequence the consequence, such as `titles could not be refreshed; they will be retried`
   */
  reporter(consequence: string): (error: unknown, fields?: object) => void {
    return (error, fields = {}) => {
      const state = this.#options.stateOf?.(error)
      if (state === undefined) this.note(consequence, { err: error, ...fields }, `${consequence}: ${kindOf(error)}`)
      else this.note(state, { err: error, consequence, ...fields }, state, true)
    }
  }

  /** Notes a failure under a key; the first one is logged. */
  note(text: string, fields: object, key: string, isState = false): void {
    const now = performance.now()
    const isFull = this.#failing.size >= maxKinds && !this.#failing.has(key)
    const known = this.#failing.get(isFull ? others : key)
    if (known !== undefined) {
      known.count += 1
      known.total += 1
      known.lastAt = now
      return
    }
    const state = {
      text: isFull ? others : text,
      isState,
      count: 0,
      total: 1,
      beganAt: now,
      lastAt: now,
      lineAt: now,
    }
    this.#failing.set(isFull ? others : key, state)
    this.#options.log.warn(fields, text)
    this.#timer ??= setInterval(() => this.#look(), quietMs).unref()
  }

  #look(): void {
    const now = performance.now()
    for (const [key, state] of this.#failing) {
      const { text, isState, count, total, beganAt, lastAt } = state
      if (now - lastAt >= quietMs) {
        this.#failing.delete(key)
        const seconds = Math.round((lastAt - beganAt) / 1000)
        if (isState || total > 1) this.#options.log.info({ failures: total, seconds }, `over: ${text}`)
      } else if (now - state.lineAt >= countEveryMs) {
        state.lineAt = now
        state.count = 0
        this.#options.log.warn({ failures: count }, `still: ${text}`)
      }
    }
    if (this.#failing.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}

function kindOf(error: unknown): string {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  return String(code ?? message ?? error).slice(0, 100)
}
