import type { Schemas } from '@bugle/api-client'
import type { IssueSearch } from '@bugle/client-state/search'
import { exactCount, shortCount } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { type IssueStatus, issueStatuses } from '@bugle/protocol/vocabulary'
import { Link } from '@tanstack/react-router'

export function statusLabel(status: IssueStatus): string {
  return {
    unresolved: t('Unresolved'),
    snoozed: t('Snoozed'),
    resolved: t('Resolved'),
    ignored: t('Ignored'),
  }[status]
}

interface StatusTabsProps {
  search: IssueSearch
  counts: Schemas['StatusCounts'] | undefined
}

/** A tab for each status with its number of matches; the search is kept. */
export function StatusTabs({ search, counts }: StatusTabsProps) {
  const { status: current = 'unresolved', ...rest } = search
  return (
    <nav aria-label={t('Status')} className="flex min-w-0 gap-1 overflow-x-auto phone:gap-0">
      {issueStatuses.map((status) => (
        <Link
          key={status}
          to="."
          search={{ ...rest, status: status === 'unresolved' ? undefined : status }}
          // Otherwise the list without a status would be active for every other one too.
          activeOptions={{ exact: true }}
          aria-current={status === current ? 'page' : undefined}
          className="inline-flex min-h-10 shrink-0 items-center gap-1.5 border-b-2 border-transparent px-2 text-text-2 phone:px-1.5 hover:text-text focus-visible:-outline-offset-2 aria-[current]:border-ring aria-[current]:font-medium aria-[current]:text-text coarse:min-h-11"
        >
          {statusLabel(status)}
          {counts !== undefined && (
            <span
              className="text-12 text-text-3 tabular-nums phone:hidden phone:in-aria-[current]:inline"
              title={exactCount(counts[status])}
            >
              {shortCount(counts[status])}
            </span>
          )}
        </Link>
      ))}
    </nav>
  )
}
