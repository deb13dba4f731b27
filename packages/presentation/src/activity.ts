import { formatDateTime, oneLine } from './format.ts'
import { t } from './i18n.ts'
import type { ActivityEntry } from './types.ts'

/** Says what somebody did: `resolved it in web@2`. A newer server may have further kinds. */
export function sentenceOf({ kind, details }: ActivityEntry): string {
  const ids = Array.isArray(details.short_ids) ? details.short_ids.join(', ') : ''
  switch (kind) {
    case 'resolved':
      if (details.mode === 'next_release')
        return typeof details.release === 'string'
          ? t('resolved it in the next release after {{release}}', { release: oneLine(details.release) })
          : t('resolved it in the next release')
      return details.mode === 'release'
        ? t('resolved it in {{release}}', { release: oneLine(String(details.release)) })
        : t('resolved it')
    case 'unresolved':
      return t('reopened it')
    case 'ignored':
      return t('ignored it forever')
    case 'snoozed':
      return snoozedFor(details)
    case 'snooze_ended':
      return t('reopened it from snooze')
    case 'regressed':
      return typeof details.release === 'string'
        ? t('detected a regression in {{release}}', { release: oneLine(details.release) })
        : t('detected a regression')
    case 'assigned':
      return assignedTo(details)
    case 'level':
      return t('changed its level from {{from}} to {{to}}', { from: String(details.from), to: String(details.to) })
    case 'merged':
      return t('merged {{ids}} into it', { ids })
    case 'unmerged':
      return t('unmerged {{ids}} from it', { ids })
    case 'split_off':
      return t('unmerged it from {{id}}', { id: String(details.short_id) })
    case 'undone':
      return t('undid the last change')
    case 'symbolicated':
      return t('made {{count, number}} events readable by source maps', { count: Number(details.events) })
    case 'commented':
      return t('commented')
    case 'notified':
      return notifiedBy(details)
    default:
      return kind
  }
}

function notifiedBy({ channel, rule }: ActivityEntry['details']): string {
  const name = oneLine(String(channel))
  return typeof rule === 'string'
    ? t('notified {{channel}} by the rule {{rule}}', { channel: name, rule: oneLine(rule) })
    : t('notified {{channel}}', { channel: name })
}

function assignedTo({ to }: ActivityEntry['details']): string {
  if (to === null) return t('unassigned it')
  return typeof to === 'string' ? t('assigned it to {{name}}', { name: oneLine(to) }) : t('assigned it')
}

function snoozedFor({ until, events, users }: ActivityEntry['details']): string {
  if (typeof until === 'string') return t('snoozed it until {{time}}', { time: formatDateTime(until) })
  if (typeof events === 'number') return t('snoozed it until {{count, number}} events in total', { count: events })
  if (typeof users === 'number') return t('snoozed it until {{count, number}} users in total', { count: users })
  return t('snoozed it')
}
