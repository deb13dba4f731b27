import type pg from 'pg'
import type { Copy } from './copy.ts'
import { StorableClient } from './storable-parameters.ts'

type Result = pg.QueryResult<pg.QueryResultRow>
type Statement = string | pg.QueryConfig
type Done = (error: Error | null, result?: Result) => void

/** How to connect to another server. */
export interface OtherConfig extends pg.ClientConfig {
  /** Runs once connected, before the first statement; an error refuses the server. */
  check?: () => Promise<void>
}

export interface Sides {
  /** Where most statements go. */
  home: pg.ClientConfig
  /** Further servers by name: a connection to one opens with the first statement that needs it. */
  others: Readonly<Record<string, OtherConfig>>
  /** Returns the name of the server that a statement belongs to, undefined for home; throws if there is none. */
  sideOf: (text: string) => string | undefined
  /** Whether a transaction commits at home before it commits elsewhere. */
  isHomeFirst: boolean
}

/**
 * A connection to a server that sends some of its statements to others. A transaction is one on each server that it has statements
 * for, and they commit one after the other: if the process ends in between, the later ones are rolled back, and the work must be
 * one that is done again.
 */
export class SidedClient extends StorableClient {
  readonly #sides: Sides
  readonly #toHome: (statement: Statement, values?: unknown[] | Done, done?: Done) => Promise<Result>
  readonly #others = new Map<string, OtherSide>()
  #isInTransaction = false
  /** Statements of the savepoints that are open, for a server that joins later. */
  #savepoints: string[] = []

  constructor(sides: Sides) {
    super(sides.home)
    this.#sides = sides
    this.#toHome = this.query as never
    this.query = ((...args: [Statement, (unknown[] | Done)?, Done?]) => this.#send(...args)) as never
    for (const [name, config] of Object.entries(sides.others)) this.#others.set(name, new OtherSide(config))
  }

  override end = ((done?: (error?: Error) => void) => {
    const ended = Promise.all([super.end(), ...[...this.#others.values()].map((side) => side.end())]).then(() => {})
    if (done === undefined) return ended
    ended.then(() => done(), done)
    return undefined
  }) as typeof pg.Client.prototype.end

  /** Whether home commits first: it is the server of the accounts. */
  get isHomeFirst(): boolean {
    return this.#sides.isHomeFirst
  }

  #send(statement: Statement, values?: unknown[] | Done, done?: Done): Promise<Result> | undefined {
    // A copy receives its rows itself, and runs where the connection leads to.
    if (isCopy(statement)) return this.#toHome(this.#atHome(statement) as never)
    const text = typeof statement === 'string' ? statement : statement.text
    const elsewhere = this.#startElsewhere(text, statement, Array.isArray(values) ? values : undefined)
    if (elsewhere === undefined) return this.#toHome(statement, values, done)
    const callback = typeof values === 'function' ? values : done
    if (callback === undefined) return elsewhere
    elsewhere.then(
      (result) => callback(null, result),
      (error: Error) => callback(error),
    )
    return undefined
  }

  /** Starts the part of a statement that another server has, and what follows at home; undefined if home has all of it. */
  #startElsewhere(text: string, statement: Statement, values: unknown[] | undefined): Promise<Result> | undefined {
    switch (wordOf(text)) {
      case 'begin':
        this.#isInTransaction = true
        this.#savepoints = []
        return undefined
      case 'commit':
      case 'rollback':
        return this.#finish(text)
      case 'savepoint':
        this.#savepoints.push(text)
        return this.#onAll(text)
      case 'release savepoint':
        this.#savepoints.pop()
        return this.#onAll(text)
      case 'rollback to':
        return this.#onAll(text)
      default: {
        const name = this.#sides.sideOf(text)
        if (name === undefined) return undefined
        const side = this.#others.get(name)!
        const transaction = this.#isInTransaction ? ['begin', ...this.#savepoints] : []
        return side.run(transaction, statement, values)
      }
    }
  }

  #atHome(copy: Copy): Copy {
    if (this.#sides.sideOf(copy.statement) !== undefined) throw new Error(`no copy leads elsewhere: ${copy.statement}`)
    return copy
  }

  get #joined(): OtherSide[] {
    return [...this.#others.values()].filter((side) => side.isInTransaction)
  }

  /** Sends a statement about the transaction to the servers that are in it, home last. */
  #onAll(text: string): Promise<Result> | undefined {
    const joined = this.#joined
    return joined.length === 0 ? undefined : runAll(joined, text).then(() => this.#toHome(text))
  }

  /** Ends the transaction everywhere. A commit that fails leaves the later servers open, for the rollback that follows. */
  #finish(text: string): Promise<Result> | undefined {
    const joined = this.#joined
    if (joined.length === 0) {
      this.#isInTransaction = false
      return undefined
    }
    const finish = async () => {
      const result = this.#sides.isHomeFirst ? await this.#toHome(text) : undefined
      await runAll(joined, text)
      this.#isInTransaction = false
      return result ?? (await this.#toHome(text))
    }
    return finish()
  }
}

async function runAll(sides: readonly OtherSide[], text: string): Promise<void> {
  for (const side of sides) await side.control(text)
}

/** A connection to another server; it is opened when it is needed, and again after it was lost. */
class OtherSide {
  readonly #config: OtherConfig
  #client: pg.Client | undefined
  /** Statements run one after the other. */
  #last: Promise<unknown> = Promise.resolve()
  isInTransaction = false

  constructor(config: OtherConfig) {
    this.#config = config
  }

  /** Runs a statement, after those that open the transaction if it is not in it yet. */
  run(transaction: readonly string[], statement: Statement, values?: unknown[]): Promise<Result> {
    const isFirst = !this.isInTransaction && transaction.length > 0
    this.isInTransaction ||= isFirst
    return this.#next(async () => {
      if (this.#client === undefined && this.isInTransaction && !isFirst) throw new Error('the connection was lost')
      this.#client ??= await this.#connect()
      const client = this.#client
      if (isFirst) for (const text of transaction) await client.query(text)
      return client.query(statement as pg.QueryConfig, values)
    })
  }

  /** Runs a statement about the transaction: a savepoint, or its end. */
  control(text: string): Promise<unknown> {
    return this.#next(async () => {
      const isEnd = text === 'commit' || text === 'rollback'
      // A transaction whose connection is gone is rolled back.
      if (this.#client !== undefined) await this.#client.query(text)
      else if (text !== 'rollback') throw new Error('the connection was lost')
      if (isEnd) this.isInTransaction = false
    })
  }

  async end(): Promise<void> {
    await this.#client?.end()
  }

  #next<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work)
    this.#last = result.catch(() => {})
    return result
  }

  async #connect(): Promise<pg.Client> {
    const client = new StorableClient(this.#config)
    client.on('error', () => {})
    client.once('end', () => {
      if (this.#client === client) this.#client = undefined
    })
    await client.connect()
    try {
      await this.#config.check?.()
    } catch (error) {
      await client.end()
      throw error
    }
    return client
  }
}

function isCopy(statement: unknown): statement is Copy {
  return typeof statement === 'object' && statement !== null && 'submit' in statement
}

function wordOf(text: string): string {
  return /^(?:begin|commit|rollback to|rollback|savepoint|release savepoint)\b/.exec(text)?.[0] ?? ''
}
