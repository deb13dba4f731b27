import type { Change, Issue } from './queries.ts'

/** What can be done about an issue by one key or click, and what is said when it is done. */
export interface Action {
  label: string
  done: string
  change: Change
}

export const resolve: Action = {
  label: 'Resolve',
  done: 'Resolved',
  change: { status: 'resolved', resolved_in: { mode: 'now' } },
}
export const ignore: Action = { label: 'Ignore', done: 'Ignored', change: { status: 'ignored' } }
export const reopen: Action = { label: 'Reopen', done: 'Reopened', change: { status: 'unresolved' } }

/** What `e` does: an issue that is not open is opened again. */
export function mainActionOf({ status }: Issue): Action {
  return status === 'unresolved' ? resolve : reopen
}

const hour = 3_600_000
const times: [label: string, milliseconds: number][] = [
  ['For an hour', hour],
  ['For a day', 24 * hour],
  ['For 3 days', 72 * hour],
  ['For a week', 168 * hour],
]

/** What a snooze may wait for; times count from when it is chosen. */
export const snoozes: { label: string; actionAt: (now: number) => Action }[] = [
  ...times.map(([label, milliseconds]) => ({
    label,
    actionAt: (now: number) => snooze({ until: new Date(now + milliseconds).toISOString() }),
  })),
  { label: 'Until 100 more events', actionAt: () => snooze({ events: 100 }) },
  { label: 'Until 10 more users', actionAt: () => snooze({ users: 10 }) },
]

function snooze(condition: NonNullable<Change['snooze']>): Action {
  return { label: 'Snooze', done: 'Snoozed', change: { status: 'snoozed', snooze: condition } }
}
