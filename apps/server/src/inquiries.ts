/** Longer than a busy process takes, and shorter than whoever asks for metrics waits. */
const timeoutMs = 2000

/** Questions to other processes and threads, which answer by messages. */
export class Inquiries<Answer> {
  #last = 0
  readonly #open = new Map<number, (answer: Answer | undefined) => void>()

  /** Asks by `send`; without an answer in time it is undefined. */
  ask(send: (inquiry: number) => void): Promise<Answer | undefined> {
    this.#last += 1
    const inquiry = this.#last
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.settle(inquiry, undefined), timeoutMs)
      this.#open.set(inquiry, (answer) => {
        clearTimeout(timer)
        resolve(answer)
      })
      send(inquiry)
    })
  }

  settle(inquiry: number, answer: Answer | undefined): void {
    this.#open.get(inquiry)?.(answer)
    this.#open.delete(inquiry)
  }
}
