import type { AlertThreshold, AlertTrigger } from '@bugle/protocol'
import { counted } from '../../lib/amounts.ts'

interface Values {
  amount: (one: string, many: string) => string
  window: string
  times: number
  percent: number
}

interface Words {
  /** Beginning of a title: `New issue`, `50 events in 5 min`. */
  title: (values: Values) => string
  /** Word for several: `12 new`. */
  several: string
}

const words: Record<AlertTrigger, Words> = {
  'issue.new': { title: () => 'New issue', several: 'new' },
  'issue.regressed': { title: () => 'Regressed', several: 'regressed' },
  'issue.reopened': { title: () => 'Back from snooze', several: 'back from snooze' },
  'issue.escalating': { title: () => 'Escalating', several: 'escalating' },
  'issue.events': {
    title: ({ amount, window }) => `${amount('event', 'events')} in ${window}`,
    several: 'with many events',
  },
  'issue.users': {
    title: ({ amount, window }) => `${amount('person', 'people')} in ${window}`,
    several: 'with many people',
  },
  'issue.first_in_release': { title: () => 'First time in a release', several: 'first in a release' },
  'issue.resolved': { title: () => 'Resolved', several: 'resolved' },
  'issue.assigned': { title: () => 'Assigned', several: 'assigned' },
  'issue.commented': { title: () => 'Comment', several: 'commented on' },
  'project.silent': { title: ({ window }) => `No event for ${window}`, several: 'silent' },
  'project.losing': {
    title: ({ amount, window }) => `${amount('event', 'events')} refused or lost in ${window}`,
    several: 'losing events',
  },
  'project.rate': { title: ({ amount, window }) => `${amount('event', 'events')} in ${window}`, several: 'busy' },
  'project.spike': { title: ({ times }) => `${times} times as many events as usual`, several: 'far above usual' },
  'release.new': { title: () => 'New release', several: 'new releases' },
  'release.new_issues': {
    title: ({ amount, window }) => `${amount('new issue', 'new issues')} within ${window} of a release`,
    several: 'releases with new issues',
  },
  'release.crash_free': {
    title: ({ percent, window }) => `Less than ${percent} % crash-free in ${window}`,
    several: 'releases that crash',
  },
  'monitor.missed': { title: () => 'Monitor missed its time', several: 'monitors missed' },
  'monitor.failed': { title: () => 'Monitor failed', several: 'monitors failed' },
  'monitor.recovered': { title: () => 'Monitor recovered', several: 'monitors recovered' },
  'feedback.new': { title: () => 'Feedback', several: 'pieces of feedback' },
}

/** Names a trigger as the beginning of a title: `New issue`, `50 events in 5 min`. */
export function triggerTitle(trigger: AlertTrigger, threshold: AlertThreshold | null | undefined): string {
  const { count, minutes, times, percent } = threshold ?? { count: 0, minutes: 0 }
  return words[trigger].title({
    amount: (one, many) => counted(count, one, many),
    window: duration(minutes),
    times: times ?? 1,
    percent: percent ?? 100,
  })
}

/** Says how many issues a trigger sent: `12 new`. */
export function triggerCount(trigger: AlertTrigger, count: number): string {
  return `${count} ${words[trigger].several}`
}

function duration(minutes: number): string {
  if (minutes % 1440 === 0) return counted(minutes / 1440, 'day', 'days')
  return minutes % 60 === 0 ? counted(minutes / 60, 'hour', 'hours') : `${minutes} min`
}
