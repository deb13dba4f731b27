import { shortCount } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { IssueLine } from '../../components/issue-lines.tsx'
import { reasonOf } from '../../components/notice.tsx'
import { Section } from '../../components/section.tsx'
import { TimeAgo } from '../../components/time-ago.tsx'
import { topIssuesQuery } from './overview-queries.ts'

export interface TopIssuesProps {
  projectId: string
  title: string
  search: { query?: string; sort?: 'first_seen' | 'events' | 'users' }
  hours?: number
  /** Value at the end of a row. */
  figure: 'count' | 'users' | 'last_seen'
  empty: string
}

/** The first issues of a search, with a link to all of them. */
export function TopIssues({ projectId, title, search, hours, figure, empty }: TopIssuesProps) {
  const found = useQuery(topIssuesQuery(projectId, search, hours))
  return (
    <Section
      title={title}
      aside={
        <Link
          to="/projects/$projectId/issues"
          params={{ projectId }}
          search={search}
          className="ml-auto inline-flex min-h-6 items-center text-12 text-accent-ink hover:underline coarse:min-h-11"
        >
          {t('All')}
          <span className="sr-only">: {title}</span>
        </Link>
      }
    >
      <ul className="overflow-hidden rounded-card border border-border bg-surface">
        {found.data?.map((issue) => (
          <IssueLine
            key={issue.id}
            issue={issue}
            hasStatus={search.query === undefined || search.query !== `is:${issue.substatus}`}
          >
            {figure === 'last_seen' ? (
              <TimeAgo at={issue.last_seen} />
            ) : figure === 'users' && issue.users === 0 ? (
              '–'
            ) : (
              shortCount(issue[figure])
            )}
          </IssueLine>
        ))}
        {found.data?.length === 0 && <Line>{empty}</Line>}
        {found.isLoadingError && <Line>{reasonOf(found.error)}</Line>}
        {found.isPending &&
          [1, 2, 3].map((row) => (
            <li key={row} className="flex min-h-10 items-center border-b border-border px-3 last:border-b-0">
              <span className="skeleton h-4 w-3/5" />
            </li>
          ))}
      </ul>
    </Section>
  )
}

function Line({ children }: { children: ReactNode }) {
  return <li className="px-3 py-3 text-text-3">{children}</li>
}
