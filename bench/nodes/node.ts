import pg from 'pg'

// The kernel counts in hundredths of a second on every machine (USER_HZ).
const microsecondsPerTick = 10_000

/** A PostgreSQL server of the measurement, on any machine: its CPU time is read through it. */
export class Node {
  readonly name: string
  readonly #url: string
  readonly #client: pg.Client

  private constructor(name: string, url: string, client: pg.Client) {
    this.name = name
    this.#url = url
    this.#client = client
  }

  /** @param url a superuser's: the times of processes are in files that others may not read by SQL */
  static async connect(name: string, url: string): Promise<Node> {
    const client = new pg.Client(url)
    await client.connect()
    return new Node(name, url, client)
  }

  /** Creates an empty database in place of one of that name, and returns its URL. */
  async newDatabase(name: string): Promise<string> {
    await this.dropDatabase(name)
    await this.#client.query(`create database ${pg.escapeIdentifier(name)}`)
    const url = new URL(this.#url)
    url.pathname = `/${name}`
    return url.href
  }

  async dropDatabase(name: string): Promise<void> {
    await this.#client.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`)
  }

  /** CPU time of all processes of the server since it started, also of those that ended, in microseconds. */
  async cpu(): Promise<number> {
    const pids = await this.#client.query<{ pid: number }>('select pid from pg_stat_activity')
    const own = await this.#fieldsOf(pids.rows[0]!.pid)
    const postmaster = await this.#fieldsOf(own![1]!)
    if (postmaster === undefined) throw new Error('the first process of a server has no times')
    const times = [postmaster[11]! + postmaster[12]! + postmaster[13]! + postmaster[14]!]
    for (const { pid } of pids.rows) {
      const fields = await this.#fieldsOf(pid)
      // One that ended meanwhile is in the times of the postmaster.
      if (fields !== undefined) times.push(fields[11]! + fields[12]!)
    }
    return times.reduce((sum, ticks) => sum + ticks, 0) * microsecondsPerTick
  }

  async end(): Promise<void> {
    await this.#client.end()
  }

  /** Returns the fields of a process after its name; undefined once it has ended. */
  async #fieldsOf(pid: number): Promise<number[] | undefined> {
    const { rows } = await this.#client.query<{ stat: string | null }>(
      'select pg_read_file($1, 0, 4096, true) as stat',
      [`/proc/${pid}/stat`],
    )
    const stat = rows[0]!.stat
    return stat === null
      ? undefined
      : stat
          .slice(stat.lastIndexOf(')') + 2)
          .split(' ')
          .map(Number)
  }
}
