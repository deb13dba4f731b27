import { type IssueFilter, type IssueSearch, isNarrowed } from '@bugle/client-state/search'
import { t } from '@bugle/presentation/i18n'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Inbox, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../../components/button.tsx'
import { Notice } from '../../../components/notice.tsx'
import { TimeAgo } from '../../../components/time-ago.tsx'
import { columns } from './issue-row.tsx'
import { blockingPartQuery, lastResolvedQuery } from './list-queries.ts'

interface EmptyListProps {
  filter: IssueFilter
  go: (next: IssueSearch) => void
  /** Action where nothing was ever received. */
  empty: ReactNode
  /** Whether there are issues of another status. */
  hasOthers: boolean
}

export function EmptyList({ filter, go, empty, hasOthers }: EmptyListProps) {
  const { projectId, status = 'unresolved', ...search } = filter
  if (isNarrowed(search)) return <NoMatch filter={filter} go={go} />
  if (!hasOthers)
    return (
      <Notice icon={Inbox} text={t('Nothing received yet.')}>
        {empty}
      </Notice>
    )
  if (status === 'unresolved') return <AllDone projectId={projectId} />
  const text = {
    snoozed: t('No snoozed issues.'),
    resolved: t('No resolved issues.'),
    ignored: t('No ignored issues.'),
  }[status]
  return <Notice icon={CircleCheck} text={text} />
}

function AllDone({ projectId }: { projectId: string | undefined }) {
  const last = useQuery(lastResolvedQuery(projectId)).data ?? null
  return (
    <Notice
      icon={CircleCheck}
      text={
        <>
          {t('No unresolved issues.')}
          {last !== null && (
            <>
              {' '}
              {t('The last one was resolved')} <TimeAgo at={last} isPhrase />.
            </>
          )}
        </>
      }
    />
  )
}

/** Suggests removing the part of the search that alone hides the fewest issues. */
function NoMatch({ filter, go }: Pick<EmptyListProps, 'filter' | 'go'>) {
  const { status, sort } = filter
  const hidden = useQuery(blockingPartQuery(filter)).data ?? null
  return (
    <Notice
      icon={SearchX}
      text={
        <>
          {t('No issue matches.')}
          {hidden !== null && (
            <>
              {' '}
              {t('{{count, number}} are hidden by', { count: hidden.count })}{' '}
              <code className="from-event rounded-pill bg-pressed px-1 font-mono text-12">{hidden.name}</code>
            </>
          )}
        </>
      }
    >
      <span className="flex flex-wrap justify-center gap-2">
        {hidden !== null && <Button onClick={() => go({ status, sort, ...hidden.rest })}>{t('Remove it')}</Button>}
        <Button onClick={() => go({ status })}>{t('Clear search and filters')}</Button>
      </span>
    </Notice>
  )
}

const skeletonRows = [1, 2, 3, 4, 5, 6, 7, 8]

/** Placeholder rows with the geometry of the list. */
export function ListSkeleton() {
  return (
    <>
      {skeletonRows.map((row) => (
        <div key={row} className="row-height border-b border-border">
          <div className={`${columns} h-full py-2 pr-4 pl-11 phone:py-3 phone:pl-4`}>
            <span className="flex gap-3">
              <span className="skeleton size-4 shrink-0 rounded-full" />
              <span className="grid grow gap-1.5">
                <span className="skeleton h-4 w-3/5" />
                <span className="skeleton h-3 w-2/5" />
              </span>
            </span>
            <span className="skeleton h-6 phone:hidden" />
            <span className="skeleton ml-auto h-4 w-8 phone:hidden" />
            <span className="mt-2 hidden h-4 phone:block" />
          </div>
        </div>
      ))}
    </>
  )
}
