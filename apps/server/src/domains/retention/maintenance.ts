import { mainBucket } from '../../db/buckets.ts'
import {
  type Connection,
  type Database,
  onConnection,
  RollbackFailed,
  transactionOn,
  withLongTimeout,
} from '../../db/database.ts'
import { isDatabaseUnavailable } from '../../db/database-unavailable.ts'
import { CoordinatorAway } from '../../db/distributed.ts'
import { takeLock, withLock } from '../../db/locks.ts'
import { Loop } from '../../lib/loop.ts'
import { forgetOldAuditEntries, forgetUnconfirmed } from '../accounts/index.ts'
import {
  forgetOldDeletedGroups,
  forgetOldLists,
  forgetOldUndos,
  groupsAreDeleted,
  reopenExpiredSnoozes,
  snoozesHaveExpired,
} from '../issues/index.ts'
import { forgetOldLiveUpdates } from '../live-updates/index.ts'
import { deleteEmptyOrganizations } from '../memberships/index.ts'
import {
  deleteObjects,
  type MoveCursor,
  movePayloads,
  type ObjectPayloads,
  objectTables,
  sweepOrphans,
} from '../objects/index.ts'
import { forgetOldOrganizationAudits } from '../organizations/index.ts'
import { firstTurn, forgetOldExports, requestsAreDue, workOnPeople } from '../people/index.ts'
import { createCountMerger } from '../pipeline/index.ts'
import { findBuckets, forgetClosedTokens, markOrphansDeleted } from '../projects/index.ts'
import { forgetOldLogins } from '../single-sign-on/index.ts'
import {
  closeLists,
  dropEmptySegmentPartitions,
  evictAged,
  forgetOldKeys,
  makeEventPartitions,
  makeSegmentPartitions,
  packSegments,
  removeDamagedSegments,
  vacuumSegments,
} from '../storage/index.ts'
import { eraseDeletedProjects, eraseLeftovers } from './erase.ts'
import { eraseEventsOfDeletedGroups } from './erase-events.ts'
import { type DiskBudget, isDiskNearlyFull, keepBudget } from './keep-budget.ts'

/** Deletes obsolete rows. */
export type Housekeeping = [name: string, forget: (client: Connection) => Promise<unknown>]

export interface MaintenanceOptions {
  /** Database of the bucket. */
  db: Database
  bucket: string
  /** Whether the rows of accounts are kept in order here, too: in one bucket, the one beside them. */
  keepsAccounts: boolean
  now: () => Date
  packAfterMs: number
  retentionMs: number
  budget: DiskBudget
  /** Where payloads are, in rows or in an object store. */
  objects: ObjectPayloads
  /** Deletions of rows outside the domains. */
  housekeeping: Housekeeping[]
  onDone: (done: MaintenanceResult) => void
  /** Called with the error and name of each failed step; the other steps ran. */
  onFailed: (error: unknown, step?: string) => void
  /** Receives each segment or pack that cannot be read, once. */
  onDamaged: (stored: { segmentId: number } | { packId: number }) => void
}

export interface MaintenanceResult {
  packedEvents: number
  evictedPacks: number
  erasedProjects: number
  failures: { step: string; error: unknown }[]
}

/** Work that does not wait for a round, which may be a minute away. */
export const choresWait = [groupsAreDeleted, snoozesHaveExpired, requestsAreDue].join(' or ')

/** Rounds are as frequent as packing needs them, within these bounds. */
const intervalMs = { least: 5000, longest: 60_000 }
/** The lower bound where events are packed sooner than that. */
const floorMs = 1000
/** A round follows sooner once this part of the disk budget was stored since the last one. */
const budgetPart = 0.001
/** Obsolete rows are kept for days. */
const housekeepingMs = 300_000
/**
 * Time per round for deleted issues, as long again for deleted projects, and for exports and erasures of people.
 * Packing must not wait long.
 */
const eraseMs = 20_000
const peopleMs = 10_000
/** Time per round for deletions in the object store, as long again for files that go there, and for the sweep of orphans. */
const objectMs = 10_000
/** Tables whose payloads are written to the database first, and follow to the store. Packing puts its own there. */
const followingTables = objectTables.filter((table) => table !== 'packs')
/** From one look through these tables to the next, in times of its duration, at least. */
const followRestFactor = 20
/** From the end of a sweep to the beginning of the next. */
const sweepRestMs = 86_400_000
/** Pause between two rounds of packing, so that digest and the database can work. */
const breathMs = 50
/** After a vacuum that left dead rows, the next one waits this many times its duration. */
const vacuumRestFactor = 20
/** The same for measuring the disk budget, which reads all packs. */
const budgetRestFactor = 10
const maxBudgetRestMs = 60_000
/** Time spent packing, over budget, before the next measurement. */
const pressureMs = 5000
/** Margin for a clock behind the database's. */
const clockSlackMs = 60_000

const ofEvents: Housekeeping[] = [
  ['event keys', forgetOldKeys],
  ['closed tokens', forgetClosedTokens],
  ['live updates', forgetOldLiveUpdates],
  ['deleted groups', forgetOldDeletedGroups],
  ['exports', forgetOldExports],
]

const ofAccounts: Housekeeping[] = [
  ['audit entries', forgetOldAuditEntries],
  ['audit entries of organizations', forgetOldOrganizationAudits],
  ['unconfirmed accounts', forgetUnconfirmed],
  ['logins by a provider', forgetOldLogins],
  ['undos', forgetOldUndos],
  ['issue lists', forgetOldLists],
]

export interface Maintenance extends Pick<Loop, 'start' | 'stop'> {
  /** Notes bytes that were stored: the fuller the disk becomes, the sooner it is measured. */
  noteStored(bytes: number): void
  /** Starts a round at once. */
  wake(): void
  /** Runs everything that is due. Returns undefined if another worker is doing so. */
  runOnce(): Promise<MaintenanceResult | undefined>
}

/** Facts that last from one round to the next. */
interface MaintenanceState {
  options: MaintenanceOptions
  isStopping: () => boolean
  wake: (afterMs?: number) => void
  turns: { people: ReturnType<typeof firstTurn>; issues: { last: number }; projects: { last: number } }
  /** Whether the disk was nearly full when it was last measured. */
  isTight: boolean
  isVacuumOwed: boolean
  /** Where the sweep of orphans goes on, and until when it rests. */
  sweep: { after: string | undefined; restsUntil: number }
  /** Where the move of files to the object store goes on, and until when it rests. */
  following: { from: MoveCursor | undefined; spentMs: number; restsUntil: number }
  /** On the clock of performance.now(), like the following. */
  housekeptAt: number
  vacuumRestsUntil: number
  budgetRestsUntil: number
}

/** Runs packing, retention, the disk budget and erasure of a bucket, in one worker at a time: on a schedule, and when there is work. */
export function createMaintenance(options: MaintenanceOptions): Maintenance {
  const { db, packAfterMs, budget, onDone, onFailed } = options
  const state: MaintenanceState = {
    options,
    isStopping: () => loop.isStopping,
    wake: (afterMs) => loop.wake(afterMs),
    turns: { people: firstTurn(), issues: { last: 0 }, projects: { last: 0 } },
    isTight: false,
    isVacuumOwed: false,
    housekeptAt: Number.NEGATIVE_INFINITY,
    sweep: { after: undefined, restsUntil: Number.NEGATIVE_INFINITY },
    following: { from: undefined, spentMs: 0, restsUntil: Number.NEGATIVE_INFINITY },
    vacuumRestsUntil: 0,
    budgetRestsUntil: 0,
  }
  const leastMs = Math.min(intervalMs.least, Math.max(floorMs, packAfterMs))
  let diskTimer: NodeJS.Timeout | undefined
  /** Since the last round began. */
  let storedBytes = 0
  const runOnce = () =>
    onConnection(db, (client) =>
      withLock(client, 'maintenance', () => withLongTimeout(client, () => doAll(state, client))),
    )
  const loop = new Loop({
    run: async () => {
      storedBytes = 0
      let isSound = false
      try {
        const done = await runOnce()
        isSound = done === undefined || done.failures.length === 0
        if (done === undefined) return undefined
        onDone(done)
        for (const { step, error } of done.failures) onFailed(error, step)
        return undefined
      } finally {
        if (state.isTight || !isSound) loop.wake(leastMs)
      }
    },
    everyMs: Math.min(intervalMs.longest, Math.max(leastMs, packAfterMs / 10)),
    onFailed,
  })
  return {
    start: () => {
      loop.start(leastMs)
      diskTimer = setInterval(() => void lookAtDisk(state), intervalMs.least)
    },
    noteStored: (bytes) => {
      storedBytes += bytes
      if (storedBytes > budget.maxBytes * budgetPart) loop.wake(leastMs)
    },
    wake: () => loop.wake(),
    stop: () => {
      clearInterval(diskTimer)
      return loop.stop()
    },
    runOnce,
  }
}

/** Runs every step, even if earlier ones failed: the data of one project must not block the work of others. */
async function doAll(state: MaintenanceState, client: Connection): Promise<MaintenanceResult> {
  const { packAfterMs, retentionMs } = state.options
  const now = state.options.now().getTime()
  const result: MaintenanceResult = { packedEvents: 0, evictedPacks: 0, erasedProjects: 0, failures: [] }
  const oldest = new Date(now - retentionMs)
  const steps: [name: string, step: () => Promise<unknown>][] = [
    ['partitions of segments', () => transactionOn(client, (tx) => makeSegmentPartitions(tx))],
    ['partitions of events', () => transactionOn(client, (tx) => makeEventPartitions(tx, new Date(now)))],
    ['disk budget', () => keepWithinBudget(state, client, result)],
    ['packing', () => packAll(state, client, new Date(now - packAfterMs), result)],
    ['retention', () => evictAll(state, client, oldest, result)],
    ['damaged segments', () => transactionOn(client, (tx) => removeDamagedSegments(tx, oldest))],
    [
      'deleted issues',
      async () =>
        continueIf(
          state,
          await eraseEventsOfDeletedGroups(client, {
            objects: state.options.objects,
            turn: state.turns.issues,
            isOver: isOverIn(state, eraseMs),
          }),
        ),
    ],
    ['people', async () => continueIf(state, await serve(state, client))],
    ...(state.options.keepsAccounts ? [orphanStep(client)] : []),
    ['deleted projects', () => eraseProjects(state, client, result)],
    ['projects that are elsewhere', () => eraseMoved(state, client)],
    ['objects', () => tidyObjects(state, client)],
    ['snoozed issues', () => reopenAllExpired(state)],
    ...dueHousekeeping(state).map(([name, forget]): [string, () => Promise<unknown>] => [name, () => forget(client)]),
  ]
  for (const [name, step] of steps) {
    try {
      await step()
    } catch (error) {
      if (!(error instanceof CoordinatorAway) && (error instanceof RollbackFailed || isDatabaseUnavailable(error)))
        throw error
      result.failures.push({ step: name, error })
      await closeLists(client)
    }
  }
  return result
}

/** Others may fill the disk, too. */
async function lookAtDisk(state: MaintenanceState): Promise<void> {
  if (await isDiskNearlyFull(state.options.budget.directory).catch(() => true)) state.wake()
}

function dueHousekeeping(state: MaintenanceState): Housekeeping[] {
  const now = performance.now()
  if (now - state.housekeptAt < housekeepingMs) return []
  state.housekeptAt = now
  return [...ofEvents, ...(state.options.keepsAccounts ? ofAccounts : []), ...state.options.housekeeping]
}

function orphanStep(client: Connection): [name: string, step: () => Promise<unknown>] {
  return [
    'orphans',
    async () => {
      await markOrphansDeleted(client)
      await deleteEmptyOrganizations(client)
    },
  ]
}

function continueIf(state: MaintenanceState, isMore: boolean): void {
  if (isMore) state.wake()
}

async function eraseProjects(state: MaintenanceState, client: Connection, result: MaintenanceResult): Promise<void> {
  const work = { bucket: state.options.bucket, turn: state.turns.projects, isOver: isOverIn(state, eraseMs) }
  const { erased, isMore } = await eraseDeletedProjects(client, work)
  result.erasedProjects += erased
  continueIf(state, isMore)
}

/** Erases what projects that moved away have left, and what moves that failed have brought. */
async function eraseMoved(state: MaintenanceState, client: Connection): Promise<void> {
  const { bucket } = state.options
  continueIf(state, await eraseLeftovers(client, { bucket, isOver: isOverIn(state, eraseMs) }))
}

/** Deletes the objects that no row names any more, and once a day those that never had a row; moves files to the store. */
async function tidyObjects(state: MaintenanceState, client: Connection): Promise<void> {
  const { objects, bucket, now } = state.options
  if (!objects.hasStore) return
  await deleteObjects(client, objects, {
    isOver: isOverIn(state, objectMs),
    isOwn: async (projectIds) => {
      const buckets = await findBuckets(client, projectIds)
      // An erased project is in none any more.
      return (id) => (buckets.get(id) ?? bucket) === bucket
    },
  })
  if (objects.isWritten) await moveFollowing(state, client)
  if (performance.now() < state.sweep.restsUntil) return
  const { after } = await sweepOrphans(client, objects, {
    after: state.sweep.after,
    isOwn: async (projectIds) => {
      const buckets = await findBuckets(client, projectIds)
      return (id) => (buckets.get(id) ?? mainBucket) === bucket
    },
    now: now(),
    isOver: isOverIn(state, objectMs),
  })
  state.sweep = { after, restsUntil: after === undefined ? performance.now() + sweepRestMs : 0 }
}

/** Moves payloads that were written to the database first into the object store. */
async function moveFollowing(state: MaintenanceState, client: Connection): Promise<void> {
  const { following } = state
  const began = performance.now()
  if (began < following.restsUntil) return
  const isOver = isOverIn(state, objectMs)
  while (!isOver()) {
    const { next } = await movePayloads(client, state.options.objects, {
      to: 'store',
      from: following.from,
      tables: followingTables,
    })
    following.from = next
    if (next === undefined) break
  }
  const ended = performance.now()
  following.spentMs += ended - began
  if (following.from !== undefined) return continueIf(state, !state.isStopping())
  following.restsUntil = ended + followRestFactor * following.spentMs
  following.spentMs = 0
}

async function reopenAllExpired(state: MaintenanceState): Promise<void> {
  const { db, now } = state.options
  while ((await reopenExpiredSnoozes(db, now())).length === 100);
}

/** While there is too much, segments are packed however young: only packs can be evicted. */
async function keepWithinBudget(state: MaintenanceState, client: Connection, result: MaintenanceResult): Promise<void> {
  const { budget, objects, now, onDamaged } = state.options
  const began = performance.now()
  if (began < state.budgetRestsUntil) return
  for (;;) {
    const { evicted, isOver, isTight } = await keepBudget(
      client,
      { ...budget, objects, hasAccounts: state.options.keepsAccounts },
      (packId) => onDamaged({ packId }),
    )
    state.isTight = isTight
    result.evictedPacks += evicted
    if (!isOver || state.isStopping()) break
    const packed = await packFor(state, client, new Date(now().getTime() + clockSlackMs), pressureMs)
    result.packedEvents += packed
    if (packed + evicted === 0) break
  }
  const ended = performance.now()
  state.budgetRestsUntil = ended + Math.min(maxBudgetRestMs, budgetRestFactor * (ended - began))
}

/** Works on requested exports and erasures. @returns whether there is more to do */
function serve(state: MaintenanceState, client: Connection): Promise<boolean> {
  const merger = createCountMerger({ db: state.options.db, onFailed: state.options.onFailed })
  const mergeTags = async () => {
    while ((await merger.runOnce()) > 0);
    // Waits for another merger to finish.
    await transactionOn(client, (tx) => takeLock(tx, 'tags'))
  }
  const { objects } = state.options
  return workOnPeople(client, { objects, turn: state.turns.people, isOver: isOverIn(state, peopleMs), mergeTags })
}

function isOverIn(state: MaintenanceState, ms: number): () => boolean {
  const end = performance.now() + ms
  return () => state.isStopping() || performance.now() > end
}

async function packAll(
  state: MaintenanceState,
  client: Connection,
  before: Date,
  result: MaintenanceResult,
): Promise<void> {
  result.packedEvents += await packFor(state, client, before, Number.POSITIVE_INFINITY)
  if (state.isVacuumOwed && performance.now() >= state.vacuumRestsUntil) await vacuum(state, client)
}

/** @returns events that were packed */
async function packFor(state: MaintenanceState, client: Connection, before: Date, ms: number): Promise<number> {
  const isOver = isOverIn(state, ms)
  let events = 0
  while (!isOver()) {
    const done = await packSegments(client, state.options.objects, before)
    for (const segmentId of done.damaged) state.options.onDamaged({ segmentId })
    events += done.events
    if (done.segments === 0) break
    await new Promise((resolve) => setTimeout(resolve, breathMs))
  }
  if (events > 0) state.isVacuumOwed = true
  return events
}

/**
 * Owed until no dead rows are left: a concurrent reader, such as a long ANALYZE, keeps all rows alive that it could
 * see.
 */
async function vacuum(state: MaintenanceState, client: Connection): Promise<void> {
  const began = performance.now()
  state.isVacuumOwed = (await vacuumSegments(client)) > 0
  const ended = performance.now()
  state.vacuumRestsUntil = ended + vacuumRestFactor * (ended - began)
  await dropEmptySegmentPartitions(client)
}

async function evictAll(
  state: MaintenanceState,
  client: Connection,
  before: Date,
  result: MaintenanceResult,
): Promise<void> {
  const { objects, onDamaged } = state.options
  while (!state.isStopping()) {
    const done = await evictAged(client, before, { objects, onDamaged: (packId) => onDamaged({ packId }) })
    result.evictedPacks += done
    if (done === 0) break
  }
}
