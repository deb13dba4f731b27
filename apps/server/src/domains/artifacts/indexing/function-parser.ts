import type { Worker } from 'node:worker_threads'
import { messageOf } from './thread-message.ts'
import { WorkingThread } from './working-thread.ts'

export interface FunctionParserOptions {
  /** Starts the thread; it posts that it is ready, then a row for each text. */
  startThread: () => Worker
  /** The thread failed, or was ended because it took too long. */
  onFailed: (error: Error) => void
  /** CPU time for one text. */
  limitMs?: number
  /** Time after which an unused thread ends: one that parsed a source of 9 MB holds 200 MB. */
  idleMs?: number
}

/** Parses texts one after the other in a thread that is ended when one takes too long. */
export class FunctionParser {
  readonly #options: Required<FunctionParserOptions>
  #thread: WorkingThread | undefined
  #last: Promise<unknown> = Promise.resolve()
  #idle: NodeJS.Timeout | undefined

  constructor({ limitMs = 2000, idleMs = 10_000, ...options }: FunctionParserOptions) {
    this.#options = { ...options, limitMs, idleMs }
  }

  /**
   * Finds the functions of a text as a row of a FunctionStore, empty if it cannot be parsed. Undefined if that took too
   * long, or more memory than the thread has.
   *
   * @param path of the source; null for a minified file
   */
  parse(text: string, path: string | null): Promise<Uint8Array | undefined> {
    const row = this.#last.then(() => this.#parse(text, path))
    this.#last = row
    return row
  }

  close(): void {
    clearTimeout(this.#idle)
    void this.#thread?.worker.terminate()
    this.#thread = undefined
  }

  async #parse(text: string, path: string | null): Promise<Uint8Array | undefined> {
    clearTimeout(this.#idle)
    const { limitMs, idleMs, onFailed } = this.#options
    try {
      this.#thread ??= await WorkingThread.ready(this.#options.startThread())
      const { worker } = this.#thread
      const row = messageOf(worker)
      worker.postMessage({ text, path })
      const found = (await this.#thread.within(limitMs, () => row)) as Uint8Array
      this.#idle = setTimeout(() => this.close(), idleMs).unref()
      return found
    } catch (error) {
      this.close()
      onFailed(error as Error)
      return undefined
    }
  }
}
