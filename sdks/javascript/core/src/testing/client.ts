import { Client } from '../client.ts'
import type { BugleEvent } from '../event.ts'
import type { Options } from '../options.ts'
import { nestedScopes, Scope } from '../scope.ts'
import type { EventStore } from '../store.ts'
import type { IngestAnswer, IngestRequest } from '../transport.ts'

/** A client whose network and timers are in the hands of the test. */
export class TestClient {
  readonly client: Client
  readonly requests: IngestRequest[] = []
  /** What the network says to each request; a thrown error is no answer. */
  answer: (request: IngestRequest) => IngestAnswer | Promise<IngestAnswer> = () => ({ status: 202 })
  #timers: { run: () => void; ms: number }[] = []

  constructor(options: Partial<Options> = {}, store?: EventStore, scopes = nestedScopes(new Scope())) {
    this.client = new Client(
      { token: 'bgl_live_x', endpoint: 'http://bugle.test', appId: 'com.example', ...options },
      {
        platform: 'node',
        sdk: { name: 'test', version: '0' },
        transport: async (request) => {
          this.requests.push(request)
          return this.answer(request)
        },
        scopes,
        store,
        contexts: () => ({ os: { name: 'Test' } }),
        integrations: [],
        setTimer: (run, ms) => {
          const timer = { run, ms }
          this.#timers.push(timer)
          return () => {
            this.#timers = this.#timers.filter((one) => one !== timer)
          }
        },
        // Who waits in a test waits for as long as it takes.
        waitTimer: () => () => {},
      },
    )
  }

  /** Every event sent so far, as the wire has it. */
  get events(): BugleEvent[] {
    return this.requests.map(({ body }) => JSON.parse(body) as BugleEvent)
  }

  /** How long the timers would have waited. */
  get pauses(): number[] {
    return this.#timers.map(({ ms }) => ms)
  }

  /** Lets every timer that is set run now. */
  runTimers(): void {
    for (const { run } of this.#timers.splice(0)) run()
  }

  /** Lets what is asynchronous in the client come to rest. */
  async settle(): Promise<void> {
    for (let i = 0; i < 20; i += 1) await Promise.resolve()
  }
}
