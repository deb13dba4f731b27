/** Matches the responses of other processes and threads, which arrive as messages, with their requests. */
export class PendingRequests<Answer> {
  #last = 0
  readonly #open = new Map<number, (answer: Answer | undefined) => void>()
  readonly #timeoutMs: number

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs
  }

  /** Sends a request with `send`; resolves to undefined if no response arrives in time. */
  send(send: (requestId: number) => void): Promise<Answer | undefined> {
    this.#last += 1
    const requestId = this.#last
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.settle(requestId, undefined), this.#timeoutMs)
      this.#open.set(requestId, (answer) => {
        clearTimeout(timer)
        resolve(answer)
      })
      send(requestId)
    })
  }

  settle(requestId: number, answer: Answer | undefined): void {
    this.#open.get(requestId)?.(answer)
    this.#open.delete(requestId)
  }
}
