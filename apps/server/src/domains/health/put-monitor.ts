import { limits, type PutMonitorBody } from '@bugle/protocol'
import { type Database, transaction } from '../../db/database.ts'
import { takeLock } from '../../db/locks.ts'
import { Refusal } from '../../refusal.ts'
import { expectCheckIns, findMonitors, makeStates, putMonitors } from './monitor-store.ts'
import { isSchedule, nextDue } from './schedule.ts'

interface Put {
  projectId: number
  slug: string
  body: PutMonitorBody
  now: Date
}

/** Names as the addresses of check-ins and SDKs have them. */
const slugPattern = /^[a-z0-9_-]{1,50}$/

/**
 * Makes a monitor, or changes the schedule of one. Its next check-in is expected by the new schedule, in every environment.
 *
 * @throws Refusal `validation_failed`
 */
export async function putMonitor(db: Database, { projectId, slug, body, now }: Put): Promise<void> {
  const { schedule } = body
  const timezone = body.timezone ?? 'UTC'
  if (!slugPattern.test(slug))
    throw wrong('slug', 'must have 1 to 50 lower-case letters, digits, hyphens or underscores')
  if (!isSchedule('* * * * *', timezone)) throw wrong('timezone', 'is not known')
  if (!isSchedule(schedule, timezone)) throw wrong('schedule', 'must be a crontab of five parts, or every 5 minutes')
  await transaction(db, async (tx) => {
    // Check-ins make monitors too, and are the only ones to do so at the time.
    await takeLock(tx, 'health')
    const [known] = await findMonitors(tx, projectId, slug)
    const config = {
      schedule,
      timezone,
      marginMinutes: body.margin_minutes ?? 1,
      maxRuntimeMinutes: body.max_runtime_minutes ?? 30,
      failureThreshold: known?.failureThreshold ?? 1,
      recoveryThreshold: known?.recoveryThreshold ?? 1,
    }
    const [monitor] = await putMonitors(tx, [{ projectId, slug, config }])
    if (monitor === undefined) throw wrong('slug', `the project has ${limits.monitors} monitors already`)
    if (known === undefined) await makeStates(tx, [{ projectId, slug, environment: body.environment ?? 'production' }])
    await expectCheckIns(tx, { projectId, slug }, nextDue(schedule, timezone, now)!)
  })
}

function wrong(field: string, text: string): Refusal {
  return new Refusal('validation_failed', { errors: { [field]: [text] } })
}
