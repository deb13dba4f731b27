import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { startDebianPostgres } from '../../scripts/debian-postgres.mjs'
import { TcpProxy } from './tcp-proxy.ts'

type Postgres = Awaited<ReturnType<typeof startDebianPostgres>>

/** A PostgreSQL with a streaming standby, behind one address that leads to whichever is the primary. */
export class ReplicatedDatabase {
  readonly url: string
  readonly #primary: Postgres
  readonly #standby: Postgres
  readonly #address: TcpProxy
  readonly #stream: TcpProxy

  private constructor(
    primary: Postgres,
    standby: Postgres,
    { address, stream }: Record<'address' | 'stream', TcpProxy>,
  ) {
    this.#primary = primary
    this.#standby = standby
    this.#address = address
    this.#stream = stream
    this.url = at(address.port)
  }

  /** @param isSynchronous whether a commit waits until it is on the disk of the standby, too */
  static async start({ isSynchronous }: { isSynchronous: boolean }): Promise<ReplicatedDatabase> {
    const primary = await startDebianPostgres()
    const stream = await TcpProxy.to(primary.port)
    // Copied without the proxy, which this process runs, and which stands still while the program copies.
    const follow = ['-c', `primary_conninfo=host=127.0.0.1 port=${stream.port} user=bugle`]
    const standby = await startDebianPostgres({}, follow, primary.url)
    const client = new pg.Client(primary.url)
    await client.connect()
    if (isSynchronous) {
      await client.query(`alter system set synchronous_standby_names = '*'`)
      await client.query('select pg_reload_conf()')
    }
    const state = async () => (await client.query('select sync_state as state from pg_stat_replication')).rows[0]?.state
    while ((await state()) !== (isSynchronous ? 'sync' : 'async')) await pause(50)
    await client.end()
    return new ReplicatedDatabase(primary, standby, { address: await TcpProxy.to(primary.port), stream })
  }

  /** The standby receives nothing from now on, as when the network between the two is slow. */
  async cutStream(): Promise<void> {
    await this.#stream.close()
  }

  /** Kills the primary: nobody answers at the address. */
  async losePrimary(): Promise<void> {
    await this.#address.close()
    await this.#primary.kill()
  }

  /** Makes the standby the primary, and leads the address to it. */
  async promoteStandby(): Promise<void> {
    this.#standby.promote()
    this.#address.leadTo(this.#standby.port)
    await this.#address.open()
  }

  async remove(): Promise<void> {
    await this.#address.close().catch(() => {})
    await this.#standby.stop()
    await this.#primary.stop()
    await this.#stream.close().catch(() => {})
  }
}

function at(port: number): string {
  return `postgres://bugle@127.0.0.1:${port}/postgres`
}
