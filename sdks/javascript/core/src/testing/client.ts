import { advice } from '../advice.ts'
import { attachments } from '../attachments.ts'
import { breadcrumbs } from '../breadcrumbs.ts'
import { createClient } from '../client.ts'
import { debugIds } from '../debug-meta.ts'
import { details } from '../details.ts'
import type { BugleEvent } from '../event.ts'
import { filters } from '../filters.ts'
import { folding } from '../fold.ts'
import { countUsers } from '../fold-users.ts'
import type { Options } from '../options.ts'
import type { Client, Integration } from '../runtime.ts'
import { nestedScopes, Scope } from '../scope.ts'
import { shrinking } from '../shrink.ts'
import type { EventStore } from '../store.ts'
import { storing } from '../storing.ts'
import type { IngestRequest, IngestResponse } from '../transport.ts'

const everything = [
  breadcrumbs(),
  details(),
  debugIds(),
  folding(countUsers()),
  filters(),
  shrinking(),
  attachments(),
  advice(),
]

/** A client whose network and timers the test controls. */
export class TestClient {
  readonly client: Client
  readonly requests: IngestRequest[] = []
  /** The network's response to each request; a thrown error means no response. */
  response: (request: IngestRequest) => IngestResponse | Promise<IngestResponse> = () => ({ status: 202 })
  #timers: { run: () => void; ms: number }[] = []

  constructor(
    options: Partial<Options> = {},
    store?: EventStore,
    scopes = nestedScopes(new Scope()),
    integrations: Integration[] = everything,
  ) {
    this.client = createClient(
      { token: 'bgl_live_x', endpoint: 'http://bugle.test', appId: 'com.example', ...options },
      {
        platform: 'node',
        sdk: { name: 'test', version: '0' },
        transport: async (request) => {
          this.requests.push(request)
          return this.response(request)
        },
        scopes,
        storing: store && storing(store),
        contexts: () => ({ os: { name: 'Test' } }),
        integrations,
        setTimer: (run, ms) => {
          const timer = { run, ms }
          this.#timers.push(timer)
          return () => {
            this.#timers = this.#timers.filter((one) => one !== timer)
          }
        },
        // Waiting in a test has no limit.
        waitTimer: () => () => {},
      },
    )
  }

  /** Every event sent so far, as on the wire. */
  get events(): BugleEvent[] {
    return this.bodiesTo('') as BugleEvent[]
  }

  /** Every JSON body sent so far to an address below that of events. */
  bodiesTo(path: string): unknown[] {
    const url = `http://bugle.test/ingest${path && `/${path}`}`
    return this.requests
      .filter((request) => request.url.replace(/\?.*/, '') === url)
      .map(({ body }) => JSON.parse(body as string))
  }

  /** Delays of all timers so far. */
  get pauses(): number[] {
    return this.#timers.map(({ ms }) => ms)
  }

  /** Runs every pending timer now. */
  runTimers(): void {
    for (const { run } of this.#timers.splice(0)) run()
  }

  /** Waits for the client's asynchronous work to settle. */
  async settle(): Promise<void> {
    for (let i = 0; i < 20; i += 1) await Promise.resolve()
  }
}
