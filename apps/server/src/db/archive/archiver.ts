import { readFile, writeFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { dayMs } from '@bugle/protocol/vocabulary'
import pg from 'pg'
import type { ObjectStore } from '../../ports/object-store.ts'
import { pathsIn } from '../embedded/index.ts'
import { clusterIdOf } from './cluster-id.ts'
import { keepArchive } from './keep-archive.ts'
import { claimArchive } from './layout.ts'
import { shipLog } from './ship-log.ts'
import { takeBase } from './take-base.ts'

export interface ArchiverOptions {
  store: ObjectStore
  /** BUGLE_DATA. */
  dataDirectory: string
  /** Connects as a superuser, whom PostgreSQL alone lets copy its files. */
  connection: pg.ClientConfig
  version: string
  /** How far back a moment can be restored, in milliseconds. */
  keepMs: number
  log: { info(fields: object, message: string): void }
  /** Told about each failed attempt; another follows. */
  onFailure: (error: unknown) => void
}

const everyMs = 1000
const baseEveryMs = dayMs
/** After a failure; a full copy is dear. */
const retryMs = 30_000

/** Archives the embedded database: its log as it comes, and a base of its files once a day. */
export class Archiver {
  readonly #options: ArchiverOptions
  readonly #stopping = new AbortController()
  readonly #running: Promise<unknown>
  #isClaimed = false

  constructor(options: ArchiverOptions) {
    this.#options = options
    this.#running = Promise.all([this.#repeat(() => this.#ship()), this.#repeat(() => this.#takeDueBase())])
  }

  /** Ends the current segment, so that the database's shutdown hands over all of the log. */
  async prepareStop(): Promise<void> {
    this.#stopping.abort()
    await this.#asSuperuser((client) => client.query<{ lsn: string }>('select pg_switch_wal()::text as lsn')).catch(
      this.#options.onFailure,
    )
  }

  /** Archives the rest of the log, once the database has stopped. */
  async finish(): Promise<void> {
    this.#stopping.abort()
    await this.#running
    if (this.#isClaimed) await this.#ship().catch(this.#options.onFailure)
  }

  async #repeat(work: () => Promise<void>): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      const pause = await work().then(
        () => everyMs,
        (error: unknown) => {
          if (!signal.aborted) this.#options.onFailure(error)
          return retryMs
        },
      )
      await wait(pause, undefined, { signal }).catch(() => {})
    }
  }

  async #ship(): Promise<void> {
    await this.#claim()
    await shipLog(this.#options.store, (await pathsIn(this.#options.dataDirectory)).log)
  }

  async #claim(): Promise<void> {
    if (this.#isClaimed) return
    const { cluster } = await pathsIn(this.#options.dataDirectory)
    await claimArchive(this.#options.store, await clusterIdOf(cluster))
    this.#isClaimed = true
  }

  async #takeDueBase(): Promise<void> {
    const { store, dataDirectory, version, keepMs, log } = this.#options
    const { archived: marker } = await pathsIn(dataDirectory)
    const last = Date.parse(await readFile(marker, 'utf8').catch(() => ''))
    if (Date.now() - last < baseEveryMs) return
    await this.#claim()
    const began = performance.now()
    const isStopping = () => this.#stopping.signal.aborted
    const base = await this.#asSuperuser((client) => takeBase({ store, dataDirectory, client, version, isStopping }))
    if (base === undefined) return
    await writeFile(marker, base.startedAt)
    const bytes = base.files.reduce((sum, file) => sum + file.bytes, 0)
    log.info(
      { base: base.id, bytes, milliseconds: Math.round(performance.now() - began) },
      'archived a base of the database',
    )
    await keepArchive(store, Date.now() - keepMs)
  }

  async #asSuperuser<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = new pg.Client(this.#options.connection)
    client.on('error', () => {})
    await client.connect()
    return work(client).finally(() => client.end().catch(() => {}))
  }
}
