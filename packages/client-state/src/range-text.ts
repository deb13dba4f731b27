import { formatDateTime } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import type { IssueSearch, RelativeRange } from './search.ts'

export function rangeLabel(range: RelativeRange): string {
  return {
    '1h': t('Last hour'),
    '3h': t('Last 3 hours'),
    '24h': t('Last 24 hours'),
    '7d': t('Last 7 days'),
    '14d': t('Last 14 days'),
    '30d': t('Last 30 days'),
    '90d': t('Last 90 days'),
  }[range]
}

/** Describes the time range of a search; undefined where it has none. */
export function rangeText({ since, from, to }: IssueSearch): string | undefined {
  if (since !== undefined) return rangeLabel(since)
  if (from === undefined) return to && t('Until {{time}}', { time: formatDateTime(to) })
  if (to === undefined) return t('Since {{time}}', { time: formatDateTime(from) })
  return `${formatDateTime(from)} – ${formatDateTime(to)}`
}
