import { randomUUID } from 'node:crypto'
import { type IngestEvent, limits } from '@bugle/protocol'
import type { Tx } from '../../db/database.ts'
import { groupBy } from '../../lib/group-by.ts'
import { minuteMs } from '../../lib/time.ts'
import type { CheckInItem } from './health-item.ts'
import {
  type CheckIn,
  endTimedOut,
  findMonitors,
  findRunning,
  findStatuses,
  lockStates,
  type MonitorKey,
  type MonitorRecord,
  type MonitorState,
  makeStates,
  type NamedMonitor,
  type NewCheckIn,
  putCheckIns,
  putMonitors,
  saveStates,
} from './monitor-store.ts'
import { nextDue } from './schedule.ts'

/** Effects of a monitor on others: a failure is an event like any other, a recovery resolves its issue. */
export interface MonitorEffects {
  /** Appends events of a project in the same transaction. @returns their groups; undefined if the project takes none */
  report: (tx: Tx, projectId: number, events: readonly MonitorEvent[]) => Promise<(string | undefined)[]>
  resolve: (tx: Tx, projectId: number, groupId: string, now: Date) => Promise<void>
  /** Learns of monitors that begin to fail, and of those that recover. */
  note: (tx: Tx, turns: readonly MonitorTurn[]) => Promise<void>
}

/** A monitor that turned from working to failing, or back. */
export interface MonitorTurn extends MonitorKey {
  to: 'missed' | 'failed' | 'recovered'
}

export type MonitorEvent = Omit<IngestEvent, 'app_id'>

/**
 * Applies check-ins in the order of their arrival, with as many statements for a thousand as for one: the first one of a
 * slug makes the monitor. One that is sent again counts once. Failures of a monitor that come together are one event that counts as often.
 */
export async function applyCheckIns(tx: Tx, items: readonly CheckInItem[], effects: MonitorEffects): Promise<void> {
  if (items.length === 0) return
  const monitors = new Map((await putMonitors(tx, namedIn(items))).map((monitor) => [slugKey(monitor), monitor]))
  const known = items.filter((item) => monitors.has(slugKey(item)))
  const keys = [...new Map(known.map((item) => [stateKey(item), item])).values()]
  await makeStates(tx, keys)
  const states = await lockStates(tx, keys)
  const byState = groupBy(known, stateKey)
  const running = await runningIn(tx, states, byState)
  const statuses = await statusesOf(tx, known)
  const changes = states.map((state) => {
    const change = changeOf(monitors.get(slugKey(state))!, state, {
      running: running.get(stateKey(state)),
      statuses: statuses.get(stateKey(state)),
    })
    for (const item of byState.get(stateKey(state))!) checkIn(change, item)
    return change
  })
  await putCheckIns(
    tx,
    changes.flatMap((change) => [...change.checkIns.values()]),
  )
  await save(tx, changes, effects)
}

/** Returns the monitors that check-ins name, each once, with the last schedule sent. */
function namedIn(items: readonly CheckInItem[]): NamedMonitor[] {
  const named = new Map<string, NamedMonitor>()
  for (const item of items) {
    const { projectId, slug } = item
    const config = item.config ?? named.get(slugKey(item))?.config ?? null
    named.set(slugKey(item), { projectId, slug, config })
  }
  return [...named.values()]
}

/** Returns the check-ins in progress that those without an id may end, the newest last. */
async function runningIn(
  tx: Tx,
  states: readonly MonitorState[],
  byState: ReadonlyMap<string, readonly CheckInItem[]>,
): Promise<Map<string, Running[]>> {
  const ending = ({ checkInId, status }: CheckInItem) => checkInId === null && status !== 'in_progress'
  const keys = states.filter((state) => byState.get(stateKey(state))!.some(ending))
  const most = Math.max(0, ...keys.map((state) => byState.get(stateKey(state))!.filter(ending).length))
  const found = await findRunning(tx, keys, most)
  return groupBy(found.reverse(), stateKey)
}

type Statuses = Map<string, CheckIn['status']>

/** Returns by monitor and environment what is known of the check-ins that have an id. */
async function statusesOf(tx: Tx, items: readonly CheckInItem[]): Promise<Map<string, Statuses>> {
  const named = items.flatMap((item) => (item.checkInId === null ? [] : [{ ...item, checkInId: item.checkInId }]))
  const found = groupBy(await findStatuses(tx, named), stateKey)
  return new Map(
    [...found].map(([key, own]) => [key, new Map(own.map(({ checkInId, status }) => [checkInId, status]))]),
  )
}

type Running = Pick<NewCheckIn, 'checkInId' | 'startedAt'>

/** The state of a monitor in an environment while check-ins are applied to it. */
interface Change {
  monitor: MonitorRecord
  state: MonitorState
  /** Check-ins to store, by their id. */
  checkIns: Map<string, NewCheckIn>
  running: Running[]
  /** Stored states of check-ins, by their id. */
  statuses: Statuses
  /** The latest failure that is reported, and how many there were. */
  failure: { event: MonitorEvent; count: number } | undefined
  /** When it recovered, if it did. */
  recoveredAt: Date | undefined
  /** Whether it was failing before. */
  wasFailing: boolean
  /** How it turned in the end, if it did: one that fails and works again in between has not. */
  turn: MonitorTurn['to'] | undefined
}

function changeOf(
  monitor: MonitorRecord,
  state: MonitorState,
  { running = [], statuses = new Map() }: { running?: Running[] | undefined; statuses?: Statuses | undefined } = {},
): Change {
  return {
    monitor,
    state,
    running,
    statuses,
    checkIns: new Map(),
    failure: undefined,
    recoveredAt: undefined,
    wasFailing: state.status === 'failing',
    turn: undefined,
  }
}

function checkIn(change: Change, item: CheckInItem): void {
  const { monitor, state, running } = change
  const at = new Date(item.at)
  const isRunning = item.status === 'in_progress'
  const checkInId = item.checkInId ?? (isRunning ? undefined : running.at(-1)?.checkInId) ?? randomUUID()
  const { projectId, slug, environment } = state
  const before = change.checkIns.get(checkInId)
  if (isRepeat(before?.status ?? change.statuses.get(checkInId), isRunning)) return
  const stored: NewCheckIn = {
    projectId,
    slug,
    environment,
    checkInId,
    status: item.status,
    startedAt: before?.startedAt ?? (item.durationMs === null ? at : new Date(item.at - item.durationMs)),
    finishedAt: isRunning ? null : at,
    durationMs: item.durationMs,
    timesOutAt: isRunning ? new Date(item.at + monitor.maxRuntimeMinutes * minuteMs) : null,
    hasStarted: before !== undefined,
  }
  change.checkIns.set(checkInId, stored)
  change.running = running.filter((one) => one.checkInId !== checkInId)
  if (isRunning) change.running.push(stored)
  change.state = { ...state, lastStatus: item.status, lastCheckInAt: at, nextDueAt: dueAfter(monitor, at) }
  if (item.status === 'error') fail(change, 'error', at)
  else if (item.status === 'ok') succeed(change, at)
}

/**
 * Whether a report of a check-in says nothing new: one that has ended does not end again, nor begins again after it timed out. It
 * may still end then.
 */
function isRepeat(known: CheckIn['status'] | undefined, isRunning: boolean): boolean {
  return known === 'ok' || known === 'error' || (isRunning && known === 'timeout')
}

/** Marks overdue check-ins of monitors as missed, unless they have come meanwhile. */
export async function applyMissed(
  tx: Tx,
  keys: readonly MonitorKey[],
  now: Date,
  effects: MonitorEffects,
): Promise<void> {
  const changes: Change[] = []
  for (const { monitor, state } of await lockWithMonitors(tx, keys)) {
    const due = state.nextDueAt
    if (due === null || due.getTime() + monitor.marginMinutes * minuteMs >= now.getTime()) continue
    const change = changeOf(monitor, state)
    const { projectId, slug, environment } = state
    const missed = { startedAt: due, finishedAt: now, durationMs: null, timesOutAt: null, hasStarted: false }
    const checkInId = randomUUID()
    change.checkIns.set(checkInId, { projectId, slug, environment, checkInId, status: 'missed', ...missed })
    // After a long standstill of the worker the times in between are one failure, not hundreds.
    change.state = { ...state, lastStatus: 'missed', nextDueAt: dueAfter(monitor, now) }
    fail(change, 'missed', due)
    changes.push(change)
  }
  await putCheckIns(
    tx,
    changes.flatMap(({ checkIns }) => [...checkIns.values()]),
  )
  await save(tx, changes, effects)
}

/** Ends check-ins that have been in progress for longer than their monitors allow. */
export async function applyTimedOut(
  tx: Tx,
  late: readonly (MonitorKey & { checkInId: string })[],
  now: Date,
  effects: MonitorEffects,
): Promise<void> {
  const byState = groupBy(late, stateKey)
  const changes: Change[] = []
  for (const { monitor, state } of await lockWithMonitors(tx, late)) {
    const change = changeOf(monitor, { ...state, lastStatus: 'timeout' })
    let ended = 0
    for (const { checkInId } of byState.get(stateKey(state))!)
      if (await endTimedOut(tx, state, checkInId, now)) {
        fail(change, 'timeout', now)
        ended += 1
      }
    if (ended > 0) changes.push(change)
  }
  await save(tx, changes, effects)
}

async function lockWithMonitors(
  tx: Tx,
  keys: readonly MonitorKey[],
): Promise<{ monitor: MonitorRecord; state: MonitorState }[]> {
  const states = await lockStates(tx, keys)
  const monitors = new Map<string, MonitorRecord>()
  for (const projectId of new Set(states.map((state) => state.projectId)))
    for (const monitor of await findMonitors(tx, projectId)) monitors.set(slugKey(monitor), monitor)
  return states.flatMap((state) => {
    const monitor = monitors.get(slugKey(state))
    return monitor === undefined ? [] : { monitor, state }
  })
}

/** Stores the changed states, reports failures and resolves what recovered; issues are locked in the order of their ids. */
async function save(tx: Tx, changes: readonly Change[], { report, resolve, note }: MonitorEffects): Promise<void> {
  if (changes.length === 0) return
  const failed = changes.filter(({ failure }) => failure !== undefined)
  for (const [projectId, own] of groupBy(failed, ({ state }) => state.projectId)) {
    const groups = await report(
      tx,
      projectId,
      own.map(({ failure }) => ({ ...failure!.event, repeat: Math.min(failure!.count, limits.repeat) })),
    )
    for (const [index, { state }] of own.entries()) state.groupId = groups[index] ?? state.groupId
  }
  await saveStates(
    tx,
    changes.map(({ state }) => state),
  )
  const recovered = changes
    .filter(({ state, recoveredAt }) => recoveredAt !== undefined && state.groupId !== null)
    .sort((a, b) => (a.state.groupId! < b.state.groupId! ? -1 : 1))
  for (const { state, recoveredAt } of recovered) await resolve(tx, state.projectId, state.groupId!, recoveredAt!)
  await note(
    tx,
    changes.flatMap(({ state: { projectId, slug, environment }, turn }) =>
      turn === undefined ? [] : [{ projectId, slug, environment, to: turn }],
    ),
  )
}

function dueAfter({ schedule, timezone }: MonitorRecord, at: Date): Date | null {
  return schedule === null ? null : (nextDue(schedule, timezone, at) ?? null)
}

function succeed(change: Change, at: Date): void {
  const { state, monitor } = change
  const successes = state.successes + 1
  const hasRecovered = state.status === 'failing' && successes >= monitor.recoveryThreshold
  if (hasRecovered) {
    change.recoveredAt = at
    change.turn = change.wasFailing ? 'recovered' : undefined
  }
  const isStillFailing = state.status === 'failing' && !hasRecovered
  change.state = {
    ...state,
    successes,
    failures: 0,
    status: isStillFailing ? 'failing' : 'ok',
    failingSince: isStillFailing ? state.failingSince : null,
  }
}

const sentences = {
  error: 'reported a failure',
  missed: 'did not start on time',
  timeout: 'did not finish in time',
}

function fail(change: Change, how: keyof typeof sentences, at: Date): void {
  const { state, monitor } = change
  const failures = state.failures + 1
  const isFailing = failures >= monitor.failureThreshold
  if (isFailing && state.status !== 'failing')
    change.turn = change.wasFailing ? undefined : how === 'missed' ? 'missed' : 'failed'
  change.state = {
    ...state,
    failures,
    successes: 0,
    status: isFailing ? 'failing' : state.status,
    failingSince: isFailing ? (state.failingSince ?? at) : state.failingSince,
  }
  if (!isFailing) return
  change.recoveredAt = undefined
  const event = eventOf(monitor, change.state, how, at)
  change.failure = { event, count: (change.failure?.count ?? 0) + 1 }
}

function eventOf(
  { slug, schedule, timezone, marginMinutes, maxRuntimeMinutes }: MonitorRecord,
  { environment, failures }: MonitorState,
  how: keyof typeof sentences,
  at: Date,
): MonitorEvent {
  return {
    exception_type: 'MonitorFailure',
    message: `${slug} ${sentences[how]}`,
    platform: 'other',
    level: 'error',
    environment,
    timestamp: at.getTime(),
    fingerprint: ['monitor', slug, environment],
    tags: { monitor: slug, 'monitor.status': how },
    contexts: {
      monitor: {
        slug,
        status: how,
        schedule: schedule ?? 'none',
        timezone,
        margin_minutes: marginMinutes,
        max_runtime_minutes: maxRuntimeMinutes,
        failures_in_a_row: failures,
      },
    },
  }
}

function slugKey({ projectId, slug }: { projectId: number; slug: string }): string {
  return `${projectId} ${slug}`
}

function stateKey({ projectId, slug, environment }: MonitorKey): string {
  return `${projectId} ${slug} ${environment}`
}
