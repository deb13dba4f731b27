import type { Worker } from 'node:worker_threads'

export interface FunctionParserOptions {
  /** Starts the thread; it posts `ready`, then a row for each text. */
  startThread: () => Worker
  /** The thread failed, or was ended because it took too long. */
  onFailed: (error: Error) => void
  /** Time for one text. */
  limitMs?: number
  /** Time after which an unused thread ends. */
  idleMs?: number
}

/** Time in which a thread must be ready. */
const startMs = 15_000

/** Parses texts one after the other in a thread that is ended when one takes too long. */
export class FunctionParser {
  readonly #options: Required<FunctionParserOptions>
  #thread: Worker | undefined
  #last: Promise<unknown> = Promise.resolve()
  #idle: NodeJS.Timeout | undefined

  constructor({ limitMs = 2000, idleMs = 60_000, ...options }: FunctionParserOptions) {
    this.#options = { ...options, limitMs, idleMs }
  }

  /**
   * Finds the functions of a text as a row of a FunctionStore, empty if it cannot be parsed. Undefined if that took too
   * long, or more memory than the thread has.
   */
  parse(text: string, path: string): Promise<Uint8Array | undefined> {
    const row = this.#last.then(() => this.#parse(text, path))
    this.#last = row
    return row
  }

  close(): void {
    clearTimeout(this.#idle)
    void this.#thread?.terminate()
    this.#thread = undefined
  }

  async #parse(text: string, path: string): Promise<Uint8Array | undefined> {
    clearTimeout(this.#idle)
    const { limitMs, idleMs, onFailed } = this.#options
    try {
      this.#thread ??= await this.#start()
      const thread = this.#thread
      const row = messageOf(thread, limitMs)
      thread.postMessage({ text, path })
      const found = (await row) as Uint8Array
      this.#idle = setTimeout(() => this.close(), idleMs).unref()
      return found
    } catch (error) {
      this.close()
      onFailed(error as Error)
      return undefined
    }
  }

  async #start(): Promise<Worker> {
    const thread = this.#options.startThread()
    thread.unref()
    try {
      await messageOf(thread, startMs)
      return thread
    } catch (error) {
      void thread.terminate()
      throw error
    }
  }
}

/** Waits for the next message of a thread; rejects if it fails, ends or takes too long. */
function messageOf(thread: Worker, withinMs: number): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => settle(() => reject(new Error(`the parser took more than ${withinMs} ms`))),
      withinMs,
    )
    const onMessage = (message: unknown) => settle(() => resolve(message))
    const onExit = (code: number) => settle(() => reject(new Error(`the parser ended with code ${code}`)))
    // Out of memory, for example.
    const onError = (error: Error) => settle(() => reject(error))
    const settle = (then: () => void) => {
      clearTimeout(timer)
      thread.off('message', onMessage).off('exit', onExit).off('error', onError)
      // A thread without a listener would end the process with its error.
      if (thread.listenerCount('error') === 0) thread.on('error', () => {})
      then()
    }
    thread.on('message', onMessage).on('exit', onExit).on('error', onError)
  })
}
