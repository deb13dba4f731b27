import { changeIssues, type IssueChange } from '../change-issues.ts'
import type { AnyOptions, Context } from '../context.ts'
import { parseDuration } from '../duration.ts'
import { misuse } from '../failure.ts'

interface SnoozeOptions extends AnyOptions {
  for?: string
  until?: string
  events?: number
  users?: number
}

/** Snoozes issues until a time, or until more events or users are affected, whichever comes first. */
export async function run(context: Context, named: string[], options: SnoozeOptions): Promise<void> {
  const snooze = conditionsOf(options, new Date())
  await changeIssues(context, named, { snooze }, ({ short_id }) => `Snoozed ${short_id}.`)
}

/** Converts the options to the conditions that reopen the issue, at least one. */
export function conditionsOf(
  { for: duration, until, events, users }: SnoozeOptions,
  now: Date,
): NonNullable<IssueChange['snooze']> {
  if (duration !== undefined && until !== undefined) throw misuse('Choose one of --for and --until.')
  const end = duration === undefined ? until && parseTime(until) : new Date(now.getTime() + parseDuration(duration))
  if (end === undefined && events === undefined && users === undefined)
    throw misuse('Until when? Give --for 3d, --until 2026-12-01, --events 100 or --users 10.')
  return {
    ...(end ? { until: end.toISOString() } : {}),
    ...(events === undefined ? {} : { events }),
    ...(users === undefined ? {} : { users }),
  }
}

function parseTime(text: string): Date {
  const time = new Date(text)
  if (Number.isNaN(time.getTime())) throw misuse(`"${text}" is no time such as 2026-12-01 or 2026-12-01T09:00:00Z.`)
  return time
}
