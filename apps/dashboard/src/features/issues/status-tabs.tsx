import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { exactCount, shortCount } from '../../lib/format.ts'
import { type IssueFilter, newsQuery, statuses } from './queries.ts'

const words = { unresolved: 'Unresolved', snoozed: 'Snoozed', resolved: 'Resolved', ignored: 'Ignored' }

/** One for each status, with how many there are. */
export function StatusTabs({ filter }: { filter: IssueFilter }) {
  const counts = useQuery(newsQuery(filter)).data?.status_counts
  return (
    <nav aria-label="Status" className="flex gap-1 overflow-x-auto px-2 phone:px-1">
      {statuses.map((status) => (
        <Link
          key={status}
          to="/projects/$projectId/issues"
          params={{ projectId: filter.projectId }}
          search={status === 'unresolved' ? {} : { status }}
          aria-current={status === filter.status ? 'page' : undefined}
          className="inline-flex min-h-10 items-center gap-1.5 border-b-2 border-transparent px-2 text-text-2 hover:text-text focus-visible:-outline-offset-2 aria-[current]:border-ring aria-[current]:font-medium aria-[current]:text-text coarse:min-h-11"
        >
          {words[status]}
          {counts !== undefined && (
            <span className="text-12 text-text-3 tabular-nums" title={exactCount(counts[status])}>
              {shortCount(counts[status])}
            </span>
          )}
        </Link>
      ))}
    </nav>
  )
}
