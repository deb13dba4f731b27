import type { Schemas } from '@bugle/api-client'
import { dayMs, hourMs } from '@bugle/protocol/vocabulary'
import { formatDate, formatTime, oneLine } from './format.ts'
import { locale, t } from './i18n.ts'
import { weekdayName } from './schedule-text.ts'

export type AlertRule = Schemas['AlertRule']
export type AlertTrigger = AlertRule['triggers'][number]
type Threshold = AlertRule['threshold']

/** Names each trigger, as a choice of a form. */
export const triggerLabels = (): Record<AlertTrigger, string> => ({
  'issue.new': t('a new issue appears'),
  'issue.regressed': t('an issue comes back after it was resolved'),
  'issue.reopened': t('a snooze ends by its count'),
  'issue.escalating': t('an issue escalates'),
  'issue.events': t('an issue has many events'),
  'issue.users': t('an issue hits many people'),
  'issue.first_in_release': t('a known issue occurs in a release for the first time'),
  'issue.resolved': t('an issue is resolved'),
  'issue.assigned': t('an issue is assigned'),
  'issue.commented': t('an issue is commented on'),
  'project.silent': t('no events arrive'),
  'project.losing': t('events are refused or lost'),
  'project.rate': t('a project has many events'),
  'project.spike': t('a project has far more events than usual'),
  'release.new': t('a release has its first event'),
  'release.new_issues': t('a release brings many new issues'),
  'release.crash_free': t('a release crashes often'),
  'monitor.missed': t('a monitor misses its time'),
  'monitor.failed': t('a monitor fails'),
  'monitor.recovered': t('a monitor recovers'),
  'feedback.new': t('somebody sends feedback'),
})

/** Names each trigger in a word or two, for what it found. */
const triggerNames = (): Record<AlertTrigger, string> => ({
  'issue.new': t('New issue'),
  'issue.regressed': t('Regressed'),
  'issue.reopened': t('Back from snooze'),
  'issue.escalating': t('Escalating'),
  'issue.events': t('Many events'),
  'issue.users': t('Many people'),
  'issue.first_in_release': t('First in a release'),
  'issue.resolved': t('Resolved'),
  'issue.assigned': t('Assigned'),
  'issue.commented': t('Comment'),
  'project.silent': t('No events'),
  'project.losing': t('Events lost'),
  'project.rate': t('Many events'),
  'project.spike': t('Spike'),
  'release.new': t('New release'),
  'release.new_issues': t('New issues of a release'),
  'release.crash_free': t('Crashes of a release'),
  'monitor.missed': t('Monitor missed'),
  'monitor.failed': t('Monitor failed'),
  'monitor.recovered': t('Monitor recovered'),
  'feedback.new': t('Feedback'),
})

/** Names a trigger in a word or two; a newer server may have further ones. */
export function triggerName(trigger: AlertTrigger): string {
  return triggerNames()[trigger] ?? trigger
}

/** Whether something holds until it is settled; what happens once, such as a new issue, is in lists anyway. */
export function isCondition(trigger: AlertTrigger): boolean {
  return conditions.includes(trigger)
}

const conditions: readonly AlertTrigger[] = [
  'issue.escalating',
  'issue.events',
  'issue.users',
  'project.silent',
  'project.losing',
  'project.rate',
  'project.spike',
  'release.new_issues',
  'release.crash_free',
  'monitor.missed',
  'monitor.failed',
]

/** Triggers that hold for so much within so long. `project.silent` has no number, only a time. */
export const countingTriggers: readonly AlertTrigger[] = [
  'issue.events',
  'issue.users',
  'project.losing',
  'project.rate',
  'project.spike',
  'release.new_issues',
  'release.crash_free',
]
export const timedTriggers: readonly AlertTrigger[] = [...countingTriggers, 'project.silent']

/** Says when a rule fires, as a part of its sentence: `50 events of an issue in 5 min`. */
export function triggerText(trigger: AlertTrigger, threshold: Threshold): string {
  const values = { amount: threshold?.count ?? 0, window: windowText(threshold?.minutes ?? 0) }
  switch (trigger) {
    case 'issue.events':
      return t('an issue has {{amount, number}} events or more in {{window}}', values)
    case 'issue.users':
      return t('an issue hits {{amount, number}} people or more in {{window}}', values)
    case 'project.losing':
      return t('{{amount, number}} events or more are refused or lost in {{window}}', values)
    case 'project.rate':
      return t('a project has {{amount, number}} events or more in {{window}}', values)
    case 'project.spike':
      return t(
        'a project has {{times, number}} times as many events as usual, and {{amount, number}} or more in an hour',
        {
          ...values,
          times: threshold?.times ?? 1,
        },
      )
    case 'release.new_issues':
      return t('a release brings {{amount, number}} new issues or more in its first {{window}}', values)
    case 'release.crash_free':
      return t('less than {{percent, number}} % of {{amount, number}} sessions or more are crash-free in {{window}}', {
        ...values,
        percent: threshold?.percent ?? 100,
      })
    case 'project.silent':
      return t('no event arrives for {{window}}', { window: values.window })
    default:
      return triggerLabels()[trigger] ?? trigger
  }
}

/** Formats a time range of whole minutes in its largest exact unit: `5 min`, `3 h`, `2 d`. */
export function windowText(minutes: number): string {
  if (minutes % 1440 === 0) return `${minutes / 1440} ${t('d')}`
  return minutes % 60 === 0 ? `${minutes / 60} ${t('h')}` : `${minutes} ${t('min')}`
}

/** Joins names as the reader's language does: `#ops, Pager and Phone`. */
export function listed(names: readonly string[], type: 'conjunction' | 'disjunction' = 'conjunction'): string {
  return new Intl.ListFormat(locale(), { type }).format(names)
}

/** Names an event of a channel's log: a trigger, a recovery or a test. */
export function messageEventLabel(event: Schemas['Delivery']['event']): string {
  if (event === 'test') return t('Test')
  if (event === 'recovered') return t('Recovered')
  if (event === 'audit.entry') return t('Audit trail')
  if (event === 'incident.firing') return t('Incident firing')
  if (event === 'incident.recovered') return t('Incident recovered')
  return triggerName(event)
}

/** Says how often a rule would have fired: `3 times, last Tuesday 03:12`. */
export function firedText(total: number, latest: string | undefined, now: number): string {
  if (total === 0 || latest === undefined) return t('not once')
  const when = recentText(latest, now)
  return total === 1
    ? t('once, {{when}}', { when })
    : t('{{amount, number}} times, last {{when}}', { amount: total, when })
}

/** Formats a time of the last days as people say it: `today 03:12`, `Tuesday 03:12`, `14 Nov 2026 03:12`. */
export function recentText(iso: string, now: number): string {
  const days = Math.round((dayOf(now) - dayOf(Date.parse(iso))) / dayMs)
  const time = formatTime(iso)
  if (days === 0) return t('today {{time}}', { time })
  if (days === 1) return t('yesterday {{time}}', { time })
  const day =
    days < 7 ? new Intl.DateTimeFormat(locale(), { weekday: 'long' }).format(Date.parse(iso)) : formatDate(iso)
  return `${day} ${time}`
}

/** Returns the local midnight before a time. */
function dayOf(time: number): number {
  return new Date(time).setHours(0, 0, 0, 0)
}

/** How long a rule can be muted, from the menu of one. */
export function muteChoices(): { label: string; until: (now: number) => string }[] {
  return [
    { label: t('For an hour'), until: (now) => new Date(now + hourMs).toISOString() },
    { label: t('Until tomorrow'), until: (now) => morningIn(1, now) },
    { label: t('Until Monday'), until: (now) => morningIn(daysUntilMonday(now), now) },
  ]
}

/** Nine o'clock of the reader, so many days later. */
function morningIn(days: number, now: number): string {
  const date = new Date(now)
  date.setDate(date.getDate() + days)
  return new Date(date.setHours(9, 0, 0, 0)).toISOString()
}

/** At least one: on a Monday it is the next one. */
function daysUntilMonday(now: number): number {
  return (8 - new Date(now).getDay()) % 7 || 7
}

export function isMuted({ muted_until }: Pick<AlertRule, 'muted_until'>, now: number): boolean {
  return muted_until !== null && Date.parse(muted_until) > now
}

interface Named {
  id: string
  name: string
}

/** Names whom a rule notifies: people first, then channels. */
export function targetNames(
  { people, channel_ids }: Pick<AlertRule, 'people' | 'channel_ids'>,
  { channels, teams }: { channels: readonly Named[]; teams: readonly Named[] },
): string[] {
  return [
    ...people.map((one) => personLabel(one, teams)),
    ...channels.filter(({ id }) => channel_ids.includes(id)).map(({ name }) => oneLine(name)),
  ]
}

/** Names people of a rule: `members`, `assignee`, or a team by its id. */
export function personLabel(one: string, teams: readonly Named[]): string {
  if (one === 'members') return t('members')
  if (one === 'assignee') return t('the assignee')
  const team = teams.find(({ id }) => id === one)
  return team === undefined ? t('a team') : t('team {{name}}', { name: oneLine(team.name) })
}

/** Says when a channel is quiet: `22:00–07:00 (Europe/Berlin), Fri and Sat`. */
export function quietText({ from, to, time_zone, days }: Schemas['QuietHours']): string {
  const hours = `${from}–${to} (${time_zone})`
  return days == null ? hours : `${hours}, ${listed(days.toSorted().map((day) => weekdayName(day, 'short')))}`
}
