import { hourMs } from '@bugle/protocol/vocabulary'
import { t } from './i18n.ts'
import type { Change, Issue } from './types.ts'

/** A change that one key or click makes to issues, with the messages that report it. */
export interface Action {
  label: string
  /** Takes the short id of one issue, or the number of several. */
  done: (name: string) => string
  failed: (name: string) => string
  change: Change
}

export const resolve: Action = {
  label: t('Resolve'),
  done: (name) => t('Resolved {{name}}', { name }),
  failed: (name) => t("Couldn't resolve {{name}}.", { name }),
  change: { status: 'resolved', resolved_in: { mode: 'now' } },
}

export const ignore: Action = {
  label: t('Ignore'),
  done: (name) => t('Ignored {{name}}', { name }),
  failed: (name) => t("Couldn't ignore {{name}}.", { name }),
  change: { status: 'ignored' },
}

export const reopen: Action = {
  label: t('Reopen'),
  done: (name) => t('Reopened {{name}}', { name }),
  failed: (name) => t("Couldn't reopen {{name}}.", { name }),
  change: { status: 'unresolved' },
}

export const resolveInNext: Action = {
  ...resolve,
  label: t('Resolve in the next release'),
  done: (name) => t('Resolved {{name}} in the next release', { name }),
  change: { status: 'resolved', resolved_in: { mode: 'next_release' } },
}

export function resolveIn(release: string): Action {
  return {
    ...resolve,
    label: t('Resolve in {{release}}', { release }),
    done: (name) => t('Resolved {{name}} in {{release}}', { name, release }),
    change: { status: 'resolved', resolved_in: { mode: 'release', release } },
  }
}

export function assign(person: { id: string; name: string } | null): Action {
  return person === null
    ? {
        label: t('Nobody'),
        done: (name) => t('Unassigned {{name}}', { name }),
        failed: (name) => t("Couldn't unassign {{name}}.", { name }),
        change: { assignee_id: null },
      }
    : {
        label: person.name,
        done: (name) => t('Assigned {{name}} to {{assignee}}', { name, assignee: person.name }),
        failed: (name) => t("Couldn't assign {{name}}.", { name }),
        change: { assignee_id: person.id },
      }
}

/** Returns the action of key `e`: issues that are not open are reopened. */
export function mainActionOf({ status }: Issue): Action {
  return status === 'unresolved' ? resolve : reopen
}

/** Snooze conditions of the menu; durations start when one is chosen. */
export const snoozes: { label: string; actionAt: (now: number) => Action }[] = [
  { label: t('For an hour'), actionAt: (now) => snooze({ until: later(now, 1) }) },
  { label: t('For a day'), actionAt: (now) => snoozeForDay(now) },
  { label: t('For a week'), actionAt: (now) => snooze({ until: later(now, 168) }) },
  { label: t('Until 10 more events'), actionAt: () => snooze({ events: 10 }) },
  { label: t('Until 100 more events'), actionAt: () => snooze({ events: 100 }) },
  { label: t('Until 10 more users'), actionAt: () => snooze({ users: 10 }) },
]

function later(now: number, hours: number): string {
  return new Date(now + hours * hourMs).toISOString()
}

/** The default snooze: until tomorrow. */
export function snoozeForDay(now: number): Action {
  return {
    ...snooze({ until: later(now, 24) }),
    label: t('Snooze for a day'),
    done: (name) => t('Snoozed {{name}} for a day', { name }),
  }
}

export function snooze(condition: NonNullable<Change['snooze']>): Action {
  return {
    label: t('Snooze'),
    done: (name) => t('Snoozed {{name}}', { name }),
    failed: (name) => t("Couldn't snooze {{name}}.", { name }),
    change: { status: 'snoozed', snooze: condition },
  }
}
