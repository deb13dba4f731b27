import { readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

/** Reads the database directly: the API reports neither an empty pipeline nor table sizes. */
export class StoredData {
  #connection: pg.ClientConfig
  #client: pg.Client | undefined

  constructor(dataDirectory: string, databaseUrl: string) {
    this.#connection = databaseUrl === '' ? embedded(dataDirectory) : { connectionString: databaseUrl }
  }

  /** Returns how another process connects to the same database. */
  connection(): pg.ClientConfig {
    return this.#connection
  }

  /** Runs statements of the bench's own. */
  async run(sql: string): Promise<void> {
    await (await this.#connected()).query(sql)
  }

  /** Undigested segments and unmerged tag counts. */
  async backlog(): Promise<number> {
    const { backlog } = await this.#one<{ backlog: string }>(
      'select (select count(*) from segment_queue) + (select count(*) from count_queue) as backlog',
    )
    return Number(backlog)
  }

  /** Transactions since the database was created, this one's own included. */
  async transactions(): Promise<number> {
    const { count } = await this.#one<{ count: string }>(
      'select xact_commit + xact_rollback as count from pg_stat_database where datname = current_database()',
    )
    return Number(count)
  }

  /** Digested segments waiting to be packed. */
  async unpacked(): Promise<number> {
    return Number((await this.#one<{ count: string }>('select count(*) from segments')).count)
  }

  /** Groups of deleted issues whose events still exist. */
  async erasing(): Promise<number> {
    return Number(
      (await this.#one<{ count: string }>('select count(*) from deleted_groups where done_at is null')).count,
    )
  }

  /** Exact groups whose stacks wait to be resolved. */
  async dueGroups(): Promise<number> {
    return Number((await this.#one<{ count: string }>("select count(*) from exact_groups where state = 'due'")).count)
  }

  /** Uploaded files whose index is not built yet. */
  async unreadyArtifacts(): Promise<number> {
    const question = "select count(*) from artifact_contents where state = 'indexing'"
    return Number((await this.#one<{ count: string }>(question)).count)
  }

  /** Distinct stacks of generated code that have counters of their own. */
  async exactGroups(): Promise<number> {
    return Number((await this.#one<{ count: string }>('select count(*) from exact_groups')).count)
  }

  /** Stacks whose originals are unknown. */
  async unresolvedGroups(): Promise<number> {
    const question = "select count(*) from exact_groups where state <> 'resolved'"
    return Number((await this.#one<{ count: string }>(question)).count)
  }

  /** Bytes of the whole database. */
  async bytes(): Promise<number> {
    return Number((await this.#one<{ size: string }>('select pg_database_size(current_database()) as size')).size)
  }

  /** Bytes of each table with indexes and TOAST, partitions included, largest first. */
  async tables(): Promise<{ name: string; bytes: number }[]> {
    const client = await this.#connected()
    const { rows } = await client.query<{ name: string; bytes: string }>(`
      select coalesce(i.inhparent, c.oid)::regclass::text as name, sum(pg_total_relation_size(c.oid)) as bytes
      from pg_class c left join pg_inherits i on i.inhrelid = c.oid
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      group by 1 having sum(pg_total_relation_size(c.oid)) > 65536 order by 2 desc`)
    return rows.map(({ name, bytes }) => ({ name, bytes: Number(bytes) }))
  }

  /** Events counted over all issues. */
  async counted(): Promise<number> {
    return Number((await this.#one<{ sum: string | null }>('select sum(event_count) from issue_stats')).sum ?? 0)
  }

  async issues(): Promise<number> {
    return Number((await this.#one<{ count: string }>('select count(*) from issues')).count)
  }

  async close(): Promise<void> {
    await this.#client?.end()
    this.#client = undefined
  }

  async #one<Row extends pg.QueryResultRow>(sql: string): Promise<Row> {
    return (await (await this.#connected()).query<Row>(sql)).rows[0]!
  }

  async #connected(): Promise<pg.Client> {
    if (this.#client !== undefined) return this.#client
    const client = new pg.Client(this.#connection)
    client.on('error', () => {
      this.#client = undefined // the server was restarted
    })
    await client.connect()
    this.#client = client
    return client
  }
}

function embedded(dataDirectory: string): pg.ClientConfig {
  const own = join(realpathSync(dataDirectory), 'postgres')
  return {
    host: join(own, 'cluster'),
    user: 'bugle',
    database: 'bugle',
    get password() {
      return readFileSync(join(own, 'password'), 'utf8').trim()
    },
  }
}
