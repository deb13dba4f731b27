import { withMonitor } from '@bugle/core'

type Job = (...given: never[]) => unknown

/** The part of node-cron that is used here. */
interface NodeCron {
  schedule(expression: string, job: Job, options?: { name?: string; timezone?: string }): unknown
}

/** The part of croner's class that is used here. */
type Croner = new (pattern: string, options: object, job: Job) => object

/**
 * Monitors the jobs of node-cron: each that has a `name` reports its runs to the monitor of that name, with its schedule.
 *
 * @example
 * import cron from 'node-cron'
 * const { schedule } = monitoredCron(cron)
 * schedule('0 3 * * *', () => makeBackup(), { name: 'nightly' })
 */
export function monitoredCron<C extends NodeCron>(cron: C): C {
  const schedule: NodeCron['schedule'] = (expression, job, options) => {
    const { name, timezone } = options ?? {}
    if (!name || typeof job !== 'function') return cron.schedule(expression, job, options)
    return cron.schedule(expression, monitored(name, job, expression, timezone), options)
  }
  return Object.assign(Object.create(cron), { schedule })
}

/**
 * Monitors the jobs of croner: each that has a `name` reports its runs to the monitor of that name, with its schedule.
 *
 * @example
 * import { Cron } from 'croner'
 * const MonitoredCron = monitoredCroner(Cron)
 * new MonitoredCron('0 3 * * *', { name: 'nightly', timezone: 'Europe/Berlin' }, () => makeBackup())
 */
export function monitoredCroner<C>(cron: C): C {
  return new Proxy(cron as Croner, {
    construct(target, given: unknown[], newTarget) {
      const [pattern] = given
      // Options and job come in any order.
      const options = given.find((one) => typeof one === 'object' && one !== null) as
        | { name?: string; timezone?: string }
        | undefined
      const at = given.findIndex((one, index) => index > 0 && typeof one === 'function')
      if (options?.name && at > 0 && typeof pattern === 'string')
        given = given.with(at, monitored(options.name, given[at] as Job, pattern, options.timezone))
      return Reflect.construct(target, given, newTarget)
    },
  }) as C
}

/** A crontab of six parts has seconds, which a monitor does not know. */
function monitored(name: string, job: Job, expression: string, timezone: string | undefined): Job {
  const parts = expression.trim().split(/\s+/)
  const schedule = parts.length === 5 ? { schedule: parts.join(' '), timezone } : undefined
  return function (this: unknown, ...given) {
    return withMonitor(name, () => job.apply(this, given), schedule)
  }
}
