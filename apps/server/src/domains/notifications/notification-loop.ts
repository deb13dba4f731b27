import { type NotifyOptions, queueDueMails } from './queue-mails.ts'

export interface NotificationLoopOptions extends NotifyOptions {
  onFailed: (error: unknown) => void
}

const longestMs = 5000

/** Tells what is due, every few seconds, beside as many other workers as there may be. */
export class NotificationLoop {
  readonly #options: NotificationLoopOptions
  #timer: NodeJS.Timeout | undefined
  #round: Promise<void> | undefined

  constructor(options: NotificationLoopOptions) {
    this.#options = options
  }

  start(): void {
    const intervalMs = Math.min(longestMs, this.#options.gatherMs)
    this.#timer = setInterval(() => {
      this.#round ??= this.#queueMails().finally(() => {
        this.#round = undefined
      })
    }, intervalMs)
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#round
  }

  async #queueMails(): Promise<void> {
    try {
      await queueDueMails(this.#options)
    } catch (error) {
      this.#options.onFailed(error)
    }
  }
}
