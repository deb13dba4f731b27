import { setTimeout as pause } from 'node:timers/promises'
import { bucketDatabase } from '../../db/buckets.ts'
import {
  type Connection,
  type Database,
  onOwnConnection,
  type Tx,
  transaction,
  transactionOn,
} from '../../db/database.ts'
import { isNode } from '../../db/distributed.ts'
import { isLockError } from '../../db/error-class.ts'
import { moveJobs } from '../../domains/jobs/index.ts'
import type { ObjectPayloads } from '../../domains/objects/index.ts'
import {
  abandonMove,
  beginMove,
  closeProject,
  findPlace,
  finishMove,
  type Move,
  markElsewhere,
  openProject,
  pauseMove,
  touchLeftovers,
} from '../../domains/projects/index.ts'
import { eraseCopy } from '../../domains/retention/index.ts'
import { makeEventPartitions, packSegments } from '../../domains/storage/index.ts'
import { beginSnapshot } from '../backup/backup-store.ts'
import { Progress } from '../backup/progress.ts'
import { formatBytes } from '../format-bytes.ts'
import { OperatorError } from '../operator-error.ts'
import { plural } from '../plural.ts'
import { copyChanges, copyRows, deleteRows, findMovedTables, lockTables, type MovedTable } from './row-copy-store.ts'
import { raiseSequences } from './sequence-store.ts'
import { findLatestEvent, isPacked, isQueueDone, readHorizon, readQueued, waitForAppends } from './settle-store.ts'

export interface MoveOptions {
  /** Where payloads are: packs are written as the server writes them. */
  objects: ObjectPayloads
  now: () => Date
  print: (line: string) => void
}

/** A pause that takes longer is given up, and tried again. */
const longestPauseMs = 9000
/** Pauses that are tried. */
const attempts = 20
const restMs = 500
/** How often the pause is put off, and how often it is said that the copy is under way. */
const renewMs = 1000
/** While a copy takes longer than this, so much changes that another round follows. */
const longCopyMs = 2000
/** Tables with more rows of the project are emptied after the move, a part at a time. */
const erasedAtOnce = 20_000
const pollMs = 20

/**
 * Moves a project to another bucket, beside running servers. Its rows are copied within one transaction of the server where it goes, which
 * commits at the end: before that there is nothing of it, afterwards everything. Only for the last changes does the project take
 * no events and no changes, for seconds. If the process ends at any moment, the project is whole where it is.
 *
 * @throws OperatorError if the project stays where it is
 */
export async function copyToBucket(db: Database, move: Move, options: MoveOptions): Promise<void> {
  if (!(await transaction(db, (tx) => beginMove(tx, move))))
    throw new OperatorError('The project was deleted or moved meanwhile.')
  const touching = setInterval(() => void touchLeftovers(db, move).catch(() => {}), renewMs * 5)
  try {
    const source = bucketDatabase(db, move.from)
    await onOwnConnection(bucketDatabase(db, move.to), async (target) => {
      await withoutTimeouts(target)
      await prepare(source, target, move, options)
      await new Mover(db, source, target, move, options).run()
    })
  } catch (error) {
    // If that fails as well, the pause passes and the worker opens the project; the first error is the cause.
    await giveUp(db, move).catch(() => {})
    throw error
  } finally {
    clearInterval(touching)
  }
}

/** Lets the project go on where it is, unless it has moved: the response to a commit may have been lost. */
async function giveUp(db: Database, move: Move): Promise<void> {
  await transaction(db, (tx) => abandonMove(tx, move))
  if ((await findPlace(db, move.projectId))?.bucket === move.from)
    await openProject(bucketDatabase(db, move.from), move.projectId)
}

async function withoutTimeouts(client: Connection): Promise<void> {
  await client.query('set statement_timeout = 0')
  await client.query('set idle_in_transaction_session_timeout = 0')
}

/** Removes what an earlier attempt has left, and makes room for the rows. */
async function prepare(source: Database, target: Connection, { projectId }: Move, { now }: MoveOptions): Promise<void> {
  for (const server of [source, target])
    if (await isNode(server))
      throw new OperatorError(
        'A bucket that Citus has placed takes and gives no single projects. Move the whole bucket with citus_schema_move (docs/scaling.md).',
      )
  await eraseCopy(target, { projectId, isOver: () => false })
  const latest = await findLatestEvent(source, projectId)
  await transactionOn(target, (tx) => makeEventPartitions(tx, now(), latest + 1))
  await raiseSequences(source, target)
}

/** The copy itself, and the pauses in which it is tried to end it. */
class Mover {
  readonly #db: Database
  readonly #source: Database
  readonly #target: Tx
  readonly #move: Move
  readonly #options: MoveOptions
  #tables: MovedTable[] = []
  /** The oldest transaction that the last copy may not have seen. */
  #since = ''

  constructor(db: Database, source: Database, target: Tx, move: Move, options: MoveOptions) {
    this.#db = db
    this.#source = source
    this.#target = target
    this.#move = move
    this.#options = options
  }

  async run(): Promise<void> {
    this.#tables = await findMovedTables(this.#target)
    await this.#pack()
    await this.#target.query('begin')
    await this.#copyAll()
    for (let attempt = 1; attempt <= attempts; attempt++) {
      await this.#copyOften()
      const why = await this.#tryToEnd()
      if (why === undefined) return
      this.#options.print(`The project takes events again where it is: ${why}. Another attempt follows …`)
      await pause(restMs * attempt)
    }
    throw new OperatorError(
      'The project stays where it is: no attempt came to its end in time. Try again when there is less to do.',
    )
  }

  /** Packs what is digested: bodies that are in segments are there among those of other projects. */
  async #pack(): Promise<void> {
    await onOwnConnection(this.#source, async (client) => {
      await withoutTimeouts(client)
      const before = new Date(this.#options.now().getTime() + 60_000)
      let { segments } = await packSegments(client, this.#options.objects, before)
      while (segments > 0) ({ segments } = await packSegments(client, this.#options.objects, before))
    })
  }

  async #copyAll(): Promise<void> {
    const { print } = this.#options
    const { projectId } = this.#move
    const progress = new Progress(print, 'copied')
    let [bytes, rows] = [0, 0]
    await this.#inSnapshot(async (client) => {
      for (const table of this.#tables)
        rows += await copyRows(client, this.#target, table, {
          projectId,
          onBytes: (more) => {
            bytes += more
            progress.report(table.name, bytes)
          },
        })
    })
    print(`Copied ${plural(rows, 'row')}, ${formatBytes(bytes)}.`)
  }

  /** Copies changes beside the server until a round is short, or no shorter than the one before. */
  async #copyOften(): Promise<void> {
    for (let before = Number.POSITIVE_INFINITY; ; ) {
      const beganAt = performance.now()
      await this.#pack()
      const since = this.#since
      await this.#inSnapshot((client) => this.#copyChanges(client, since))
      const took = performance.now() - beganAt
      if (took < longCopyMs || took > before / 2) return
      before = took
    }
  }

  #copyChanges(source: Connection, since: string): Promise<Map<string, number>> {
    return copyChanges(source, this.#target, this.#tables, { projectId: this.#move.projectId, since })
  }

  async #inSnapshot(work: (client: Connection) => Promise<unknown>): Promise<void> {
    await onOwnConnection(this.#source, async (client) => {
      await beginSnapshot(client)
      const since = await readHorizon(client)
      await work(client)
      this.#since = since
    })
  }

  /** Pauses the project, and ends the move if that takes seconds. @returns why it did not; nothing if it has moved */
  async #tryToEnd(): Promise<string | undefined> {
    const { print, now } = this.#options
    const beganAt = performance.now()
    const spent = () => performance.now() - beganAt
    const isPaused = (isFirst: boolean) => transaction(this.#db, (tx) => pauseMove(tx, this.#move, isFirst))
    if (!(await isPaused(true))) throw new OperatorError('The project was deleted meanwhile.')
    const renewing = setInterval(() => void isPaused(false).catch(() => {}), renewMs)
    try {
      const why = (await this.#settle(spent)) ?? (await this.#end(spent))
      if (why !== undefined) return why
      print(`Moved at ${now().toISOString()}; for ${(spent() / 1000).toFixed(1)} s it took no events.`)
      return undefined
    } finally {
      clearInterval(renewing)
    }
  }

  /** Waits until everything that was accepted is digested and packed. */
  async #settle(spent: () => number): Promise<string | undefined> {
    const { projectId } = this.#move
    await transaction(this.#source, (tx) => closeProject(tx, projectId))
    if (!(await isDoneInTime(() => transaction(this.#source, waitForAppends))))
      return this.#reopen('events of others are being written')
    const queued = await readQueued(this.#source)
    while (!(await isQueueDone(this.#source, queued, projectId))) {
      if (spent() > longestPauseMs / 2) return this.#reopen('its last events are not digested yet')
      await pause(pollMs)
    }
    await this.#pack()
    return undefined
  }

  /** Copies the last changes while nobody writes, and lets everybody go to the other bucket. */
  async #end(spent: () => number): Promise<string | undefined> {
    const { projectId } = this.#move
    return onOwnConnection(this.#source, async (client) => {
      await withoutTimeouts(client)
      await client.query('begin')
      if (!(await lockAll(client, this.#tables))) return this.#reopen('its tables are busy')
      if (!(await isPacked(client, projectId))) return this.#reopen('its last events are not packed yet')
      await this.#target.query('savepoint ending')
      const counts = await this.#copyChanges(client, this.#since)
      await moveJobs(client, this.#target, `project ${projectId}`)
      await openProject(this.#target, projectId)
      if (spent() > longestPauseMs) {
        await this.#target.query('rollback to savepoint ending')
        return this.#reopen('its last changes took too long')
      }
      await onOwnConnection(bucketDatabase(this.#db, this.#move.to), (other) => raiseSequences(client, other))
      await this.#target.query('commit')
      if (!(await transaction(this.#db, (tx) => finishMove(tx, this.#move))))
        throw new OperatorError(
          'The pause passed before the move was done: the project stays where it is. Run the command again.',
        )
      // Small tables at once: loops look there for what is due. The server erases the others.
      for (const [table, count] of counts) if (count <= erasedAtOnce) await deleteRows(client, table, projectId)
      await markElsewhere(client, projectId)
      await client.query('commit')
      return undefined
    })
  }

  /** Lets the project take events again where it is. */
  async #reopen(why: string): Promise<string> {
    const { projectId } = this.#move
    await openProject(this.#source, projectId)
    await transaction(this.#db, async (tx) => {
      await abandonMove(tx, this.#move)
      await beginMove(tx, this.#move)
    })
    return why
  }
}

/** @returns whether the work got its locks in time */
async function isDoneInTime(work: () => Promise<void>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (!isLockError(error)) throw error
    return false
  }
}

/** Locks the tables against writers: at once if nobody has one, else after waiting for them for a moment. */
async function lockAll(client: Tx, tables: readonly MovedTable[]): Promise<boolean> {
  const until = performance.now() + longestPauseMs / 4
  for (let isAtOnce = true; ; isAtOnce = performance.now() < until - longestPauseMs / 8) {
    await client.query('savepoint locking')
    const isLocked = await isDoneInTime(async () => {
      // Longer than it takes until a vacuum gives way.
      await client.query(`set local lock_timeout = '1200ms'`)
      await lockTables(client, tables, isAtOnce)
    })
    if (isLocked) return true
    await client.query('rollback to savepoint locking')
    if (performance.now() > until) return false
    await pause(pollMs)
  }
}
