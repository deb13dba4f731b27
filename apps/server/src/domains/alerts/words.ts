import type { AlertThreshold, AlertTrigger } from '@bugle/protocol'

/** Names a trigger as the beginning of a title: `New issue`, `50 events in 5 min`. */
export function triggerTitle(trigger: AlertTrigger, threshold: AlertThreshold | null | undefined): string {
  const { count, minutes } = threshold ?? { count: 0, minutes: 0 }
  switch (trigger) {
    case 'issue.new':
      return 'New issue'
    case 'issue.regressed':
      return 'Regressed'
    case 'issue.reopened':
      return 'Back from snooze'
    case 'issue.escalating':
      return 'Escalating'
    case 'issue.events':
      return `${counted(count, 'event', 'events')} in ${duration(minutes)}`
    case 'issue.users':
      return `${counted(count, 'person', 'people')} in ${duration(minutes)}`
    case 'project.silent':
      return `No event for ${duration(minutes)}`
    case 'project.losing':
      return `${counted(count, 'event', 'events')} refused or lost in ${duration(minutes)}`
  }
}

/** Says how many issues a trigger sent: `12 new`. */
export function triggerCount(trigger: AlertTrigger, count: number): string {
  const words: Record<AlertTrigger, string> = {
    'issue.new': 'new',
    'issue.regressed': 'regressed',
    'issue.reopened': 'back from snooze',
    'issue.escalating': 'escalating',
    'issue.events': 'with many events',
    'issue.users': 'with many people',
    'project.silent': 'silent',
    'project.losing': 'losing events',
  }
  return `${count} ${words[trigger]}`
}

export function counted(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}

function duration(minutes: number): string {
  if (minutes % 1440 === 0) return counted(minutes / 1440, 'day', 'days')
  return minutes % 60 === 0 ? counted(minutes / 60, 'hour', 'hours') : `${minutes} min`
}
