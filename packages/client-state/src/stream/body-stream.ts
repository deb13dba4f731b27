interface Source<T> {
  start?: (controller: BodyStreamController<T>) => unknown
  /** Called while somebody waits, or the queue has room. */
  pull?: (controller: BodyStreamController<T>) => unknown
  cancel?: (reason: unknown) => unknown
}

type ReadResult<T> = { done: false; value: T } | { done: true; value: undefined }

interface Waiting<T> {
  resolve: (result: ReadResult<T>) => void
  reject: (error: unknown) => void
}

const end = { done: true, value: undefined } as const

/**
 * A `ReadableStream` for React Native, which has none: the part of the standard (https://streams.spec.whatwg.org/#rs-class) by
 * which Expo's fetch hands over and clones a body, and the live updates read it. It cannot be piped or iterated, and knows no
 * bytes of others' buffers. The complete one that Expo brings along would be 80 kB of each app.
 */
export class BodyStream<T> {
  readonly #controller: BodyStreamController<T>

  constructor(source: Source<T> = {}, { highWaterMark = 1 }: { highWaterMark?: number } = {}) {
    this.#controller = new BodyStreamController(source, highWaterMark)
  }

  get locked(): boolean {
    return this.#controller.reader !== undefined
  }

  getReader(): BodyStreamReader<T> {
    if (this.locked) throw new TypeError('the stream has a reader')
    return new BodyStreamReader(this.#controller)
  }

  async cancel(reason?: unknown): Promise<void> {
    if (this.locked) throw new TypeError('the stream has a reader')
    await this.#controller.cancel(reason)
  }

  /** Splits the stream: both get all of it, at the pace of the faster reader. */
  tee(): [BodyStream<T>, BodyStream<T>] {
    const reader = this.getReader()
    const open = new Set<BodyStreamController<T>>()
    const pass = async () => {
      try {
        const { done, value } = await reader.read()
        for (const branch of open) done ? branch.close() : branch.enqueue(value)
        if (done) open.clear()
      } catch (error) {
        for (const branch of open) branch.error(error)
      }
    }
    let passing: Promise<void> | undefined
    const pull = () => {
      passing ??= pass().finally(() => {
        passing = undefined
      })
      return passing
    }
    const branch = () => {
      let own: BodyStreamController<T>
      return new BodyStream<T>({
        start: (controller) => {
          own = controller
          open.add(controller)
        },
        pull,
        cancel: (reason) => {
          open.delete(own)
          if (open.size === 0) return reader.cancel(reason)
        },
      })
    }
    return [branch(), branch()]
  }
}

class BodyStreamReader<T> {
  readonly #controller: BodyStreamController<T>

  constructor(controller: BodyStreamController<T>) {
    this.#controller = controller
    controller.reader = this
  }

  async read(): Promise<ReadResult<T>> {
    this.#expectLock()
    return this.#controller.read()
  }

  async cancel(reason?: unknown): Promise<void> {
    this.#expectLock()
    await this.#controller.cancel(reason)
  }

  /** Lets another reader follow; whoever still waits is refused. */
  releaseLock(): void {
    if (this.#controller.reader === this) this.#controller.release()
  }

  #expectLock(): void {
    if (this.#controller.reader !== this) throw new TypeError('the reader was released')
  }
}

/** What a source fills a stream by, and its state. */
export class BodyStreamController<T> {
  reader: BodyStreamReader<T> | undefined
  readonly #source: Source<T>
  readonly #highWaterMark: number
  readonly #queue: T[] = []
  readonly #waiting: Waiting<T>[] = []
  #state: 'readable' | 'closed' | 'errored' = 'readable'
  #error: unknown
  #isStarted = false
  #isEnding = false
  #isPulling = false
  #pullsAgain = false

  constructor(source: Source<T>, highWaterMark: number) {
    this.#source = source
    this.#highWaterMark = highWaterMark
    const started = source.start?.(this)
    const begin = () => {
      this.#isStarted = true
      this.#pullIfNeeded()
    }
    Promise.resolve(started).then(begin, (error: unknown) => this.error(error))
  }

  /** How much more the queue would take; null after an error. */
  get desiredSize(): number | null {
    if (this.#state === 'errored') return null
    return this.#state === 'closed' ? 0 : this.#highWaterMark - this.#queue.length
  }

  enqueue(value: T): void {
    this.#expectOpen()
    const next = this.#waiting.shift()
    if (next === undefined) this.#queue.push(value)
    else next.resolve({ done: false, value })
    this.#pullIfNeeded()
  }

  /** Ends the stream after what the queue holds. */
  close(): void {
    this.#expectOpen()
    this.#isEnding = true
    if (this.#queue.length === 0) this.#finish()
  }

  error(error: unknown): void {
    if (this.#state !== 'readable') return
    this.#state = 'errored'
    this.#error = error
    this.#queue.length = 0
    for (const { reject } of this.#waiting.splice(0)) reject(error)
  }

  read(): ReadResult<T> | Promise<ReadResult<T>> {
    if (this.#state === 'errored') throw this.#error
    if (this.#state === 'closed') return end
    if (this.#queue.length > 0) {
      const value = this.#queue.shift()!
      if (this.#isEnding && this.#queue.length === 0) this.#finish()
      else this.#pullIfNeeded()
      return { done: false, value }
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject })
      this.#pullIfNeeded()
    })
  }

  async cancel(reason: unknown): Promise<void> {
    if (this.#state === 'errored') throw this.#error
    if (this.#state === 'closed') return
    this.#queue.length = 0
    this.#finish()
    await this.#source.cancel?.(reason)
  }

  release(): void {
    this.reader = undefined
    for (const { reject } of this.#waiting.splice(0)) reject(new TypeError('the reader was released'))
  }

  #finish(): void {
    this.#state = 'closed'
    for (const { resolve } of this.#waiting.splice(0)) resolve(end)
  }

  #expectOpen(): void {
    if (this.#isEnding || this.#state !== 'readable') throw new TypeError('the stream has ended')
  }

  #pullIfNeeded(): void {
    if (!this.#isStarted || this.#isEnding || this.#state !== 'readable') return
    if (this.#waiting.length === 0 && this.#queue.length >= this.#highWaterMark) return
    if (this.#isPulling) {
      this.#pullsAgain = true
      return
    }
    this.#isPulling = true
    const pulled = async () => this.#source.pull?.(this)
    pulled().then(
      () => {
        this.#isPulling = false
        if (!this.#pullsAgain) return
        this.#pullsAgain = false
        this.#pullIfNeeded()
      },
      (error: unknown) => this.error(error),
    )
  }
}
