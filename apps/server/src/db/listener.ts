import pg from 'pg'
import type { Queryable } from './database.ts'

export interface ListenerOptions {
  connection: pg.PoolConfig
  channels: string[]
  onNotice: (channel: string, payload: string) => void
  /** Notices may have been missed: the connection was lost and reopened. */
  onGap: () => void
  onLost: (error: unknown) => void
}

const retryMs = 500
/** A server that is away may not refuse the connection either. */
const connectionTimeoutMillis = 5000

/** Listens on its own connection, which is reopened when it breaks. */
export class Listener {
  readonly #options: ListenerOptions
  #client: pg.Client | undefined
  #retry: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(options: ListenerOptions) {
    this.#options = options
  }

  async open(): Promise<void> {
    const { connection, channels, onNotice, onGap, onLost } = this.#options
    const client = new pg.Client({
      ...connection,
      application_name: 'bugle listen',
      keepAlive: true,
      connectionTimeoutMillis,
    })
    this.#client = client
    client.on('notification', ({ channel, payload }) => onNotice(channel, payload ?? ''))
    client.on('error', onLost)
    client.once('end', () => this.#reopen())
    try {
      await client.connect()
      for (const channel of channels) await client.query(`listen ${pg.escapeIdentifier(channel)}`)
      onGap()
    } catch (error) {
      onLost(error)
      await client.end().catch(() => {})
      this.#reopen()
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#retry)
    await this.#client?.end().catch(() => {})
  }

  #reopen(): void {
    if (this.#isClosed) return
    clearTimeout(this.#retry)
    this.#retry = setTimeout(() => void this.open(), retryMs)
  }
}

/** Notifies the listeners of a channel. */
export async function notify(db: Queryable, channel: string, payload = ''): Promise<void> {
  await db.query('select pg_notify($1, $2)', [channel, payload])
}
