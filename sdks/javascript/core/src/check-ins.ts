import { getClient } from './api.ts'
import { numberOr } from './plain.ts'
import { toText } from './scrub.ts'
import { itemId } from './store.ts'
import { uuidv7 } from './uuid.ts'

/** When a job runs; it makes the monitor, or changes it. */
export interface MonitorSchedule {
  /** A crontab of five parts, or `every 5 minutes` (minute, hour, day, week, month, year). */
  schedule: string
  /** Time zone of the crontab; default UTC. */
  timezone?: string | undefined
  /** How many minutes late a run may start; default 1. */
  marginMinutes?: number | undefined
  /** How many minutes a run may take; default 30. */
  maxRuntimeMinutes?: number | undefined
  /** How many failures in a row make an issue; default 1. */
  failureThreshold?: number | undefined
  /** How many good runs resolve the issue; default 1. */
  recoveryThreshold?: number | undefined
}

/** The start or the end of a run. */
export interface CheckIn {
  /** Name of the monitor: lower-case letters, digits, `-` and `_`. */
  monitor: string
  status: 'in_progress' | 'ok' | 'error'
  /** The id that the start returned; with it, the server knows how long the run took. */
  checkInId?: string | undefined
  /** Milliseconds. */
  duration?: number | undefined
}

/**
 * Reports that a scheduled job has started or ended.
 *
 * @returns the id of the run; undefined while Bugle is off
 * @example const checkInId = captureCheckIn({ monitor: 'nightly', status: 'in_progress' }, { schedule: '0 3 * * *' })
 */
export function captureCheckIn(checkIn: CheckIn, schedule?: MonitorSchedule | string): string | undefined {
  const client = getClient()
  return client?.guard(() => {
    const id = checkIn.checkInId ?? uuidv7()
    const given = typeof schedule === 'string' ? { schedule } : schedule
    const { environment } = client.options
    const isEnd = checkIn.checkInId !== undefined
    const fields = {
      monitor: toText(checkIn.monitor, 50),
      status: checkIn.status,
      check_in_id: id,
      // A clock that was set back makes it negative.
      duration_ms: checkIn.duration === undefined ? undefined : Math.max(0, numberOr(checkIn.duration, 0)),
      environment,
      ...(given && {
        schedule: given.schedule,
        timezone: given.timezone,
        margin_minutes: given.marginMinutes,
        max_runtime_minutes: given.maxRuntimeMinutes,
        failure_threshold: given.failureThreshold,
        recovery_threshold: given.recoveryThreshold,
      }),
    }
    if (isEnd) client.submit(`check-ins?after=${itemId(id)}`, fields)
    else client.submit('check-ins', fields, id)
    return id
  })
}

/**
 * Runs a scheduled job, and reports its start and whether it ended well. What it throws is reported as an error too, and
 * thrown on.
 *
 * @returns the result of the job
 * @example await withMonitor('nightly', () => makeBackup(), { schedule: '0 3 * * *', timezone: 'Europe/Berlin' })
 */
export function withMonitor<T>(monitor: string, job: () => T, schedule?: MonitorSchedule | string): T {
  if (typeof job !== 'function') return undefined as T
  const checkInId = captureCheckIn({ monitor, status: 'in_progress' }, schedule)
  const began = Date.now()
  const end = (status: 'ok' | 'error') =>
    void captureCheckIn({ monitor, status, checkInId, duration: Date.now() - began }, schedule)
  const failed = (error: unknown): never => {
    const client = getClient()
    client?.guard(() =>
      client.captureException(error, { mechanism: { type: 'monitor', handled: false }, tags: { monitor } }),
    )
    end('error')
    throw error
  }
  let result: T
  try {
    result = job()
  } catch (error) {
    return failed(error)
  }
  if (result instanceof Promise)
    return result.then((value) => {
      end('ok')
      return value
    }, failed) as T
  end('ok')
  return result
}
