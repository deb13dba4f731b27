import { formatDateTime, oneLine } from './format.ts'
import { t } from './i18n.ts'

/** Label of a resolved issue, such as "Resolved in 1.4.0". */
export function resolvedLabel(resolution: { mode: string; release: string | null } | null): string {
  if (resolution?.mode === 'release' && resolution.release !== null)
    return t('Resolved in {{release}}', { release: oneLine(resolution.release) })
  if (resolution?.mode === 'next_release')
    return resolution.release === null
      ? t('Resolved in the next release')
      : t('Resolved in the release after {{release}}', { release: oneLine(resolution.release) })
  return t('Resolved')
}

/** Label of a snoozed issue, with the conditions that reopen it. */
export function snoozedLabel(
  snooze: { until: string | null; events: number | null; users: number | null } | null,
): string {
  const conditions = [
    snooze?.until != null ? formatDateTime(snooze.until) : undefined,
    snooze?.events != null ? t('{{count, number}} events in total', { count: snooze.events }) : undefined,
    snooze?.users != null ? t('{{count, number}} users in total', { count: snooze.users }) : undefined,
  ].filter((condition) => condition !== undefined)
  return t('Snoozed until {{condition}}', { condition: conditions.join(` ${t('or')} `) })
}
