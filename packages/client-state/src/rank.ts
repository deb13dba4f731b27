import type { Issue } from './queries/issues.ts'

/** Why an issue wants to be seen now, most urgent first. */
export const urgencies = ['fatal', 'escalating', 'regressed', 'spike', 'new'] as const
export type Urgency = (typeof urgencies)[number]

/** Events of an hour that are a spike against the hours before: this many times their mean, and at least so many. */
const spike = { times: 3, least: 10 }
/** A fatal issue is urgent while it happens. */
const currentHours = 3

/** Returns why an issue is urgent; undefined where it goes on as usual. */
export function urgencyOf({ level, substatus, sparkline = [] }: Issue): Urgency | undefined {
  const latest = sparkline.slice(-currentHours)
  if (level === 'fatal' && (sparkline.length === 0 || sum(latest) > 0)) return 'fatal'
  if (substatus === 'escalating' || substatus === 'regressed') return substatus
  const before = sparkline.slice(0, -currentHours)
  const usual = before.length === 0 ? 0 : (sum(before) / before.length) * latest.length
  if (sum(latest) >= spike.least && sum(latest) >= usual * spike.times && substatus !== 'new') return 'spike'
  return substatus === 'new' ? 'new' : undefined
}

/**
 * Sorts issues by what changed about them: the urgent ones first, among them those of the running release, then those that concern
 * most people. The others stay in their order, which is that of the server: by change against the usual.
 *
 * @param runningRelease latest release of a project, by its id
 */
export function rankByUrgency(
  issues: readonly Issue[],
  runningRelease: (projectId: string) => string | undefined,
): Issue[] {
  const ranked = issues.map((issue, index) => {
    const urgency = urgencyOf(issue)
    const isNewInRelease = issue.first_release !== null && issue.first_release === runningRelease(issue.project_id)
    return { issue, index, band: urgency === undefined ? urgencies.length : urgencies.indexOf(urgency), isNewInRelease }
  })
  ranked.sort(
    (one, other) =>
      one.band - other.band ||
      (one.band === urgencies.length ? 0 : Number(other.isNewInRelease) - Number(one.isNewInRelease)) ||
      (one.band === urgencies.length ? 0 : other.issue.users - one.issue.users) ||
      one.index - other.index,
  )
  return ranked.map(({ issue }) => issue)
}

/** Whether something burns: it is fatal, escalates, came back or spikes. What is merely new waits for its turn. */
export function isBurning(issue: Issue): boolean {
  const urgency = urgencyOf(issue)
  return urgency !== undefined && urgency !== 'new'
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}
