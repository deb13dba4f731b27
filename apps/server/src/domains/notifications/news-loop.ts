import { type TellingOptions, tellNews } from './tell-news.ts'

export interface NewsLoopOptions extends TellingOptions {
  onFailed: (error: unknown) => void
}

const longestMs = 5000

/** Tells what is due, every few seconds, beside as many other workers as there may be. */
export class NewsLoop {
  readonly #options: NewsLoopOptions
  #timer: NodeJS.Timeout | undefined
  #round: Promise<void> | undefined

  constructor(options: NewsLoopOptions) {
    this.#options = options
  }

  start(): void {
    const intervalMs = Math.min(longestMs, this.#options.gatherMs)
    this.#timer = setInterval(() => {
      this.#round ??= this.#tell().finally(() => {
        this.#round = undefined
      })
    }, intervalMs)
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#round
  }

  async #tell(): Promise<void> {
    try {
      await tellNews(this.#options)
    } catch (error) {
      this.#options.onFailed(error)
    }
  }
}
