import { t } from '@bugle/presentation/i18n'
import type { Issue } from '@bugle/presentation/types'

/** Names issues in a message: a single one by its short id, several by their number. */
export function nameOf(issues: readonly Issue[]): string {
  return issues.length === 1 ? issues[0]!.short_id : t('{{count, number}} issues', { count: issues.length })
}
