import { CircleCheck, Inbox, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../components/button.tsx'
import { Notice } from '../../components/notice.tsx'
import { t } from '../../lib/words.ts'
import { columns } from './issue-row.tsx'
import { type IssueSearch, isNarrowed } from './search.ts'

interface EmptyListProps {
  search: IssueSearch
  /** What to do where nothing was ever received. */
  empty: ReactNode
  /** Whether there are issues of another status. */
  hasOthers: boolean
  onClear: () => void
}

export function EmptyList({ search, empty, hasOthers, onClear }: EmptyListProps) {
  if (isNarrowed(search))
    return (
      <Notice icon={SearchX} text={t('No issue matches.')}>
        <Button onClick={onClear}>{t('Clear search and filters')}</Button>
      </Notice>
    )
  if (!hasOthers)
    return (
      <Notice icon={Inbox} text={t('Nothing received yet.')}>
        {empty}
      </Notice>
    )
  const text = {
    unresolved: t('No unresolved issues.'),
    snoozed: t('No snoozed issues.'),
    resolved: t('No resolved issues.'),
    ignored: t('No ignored issues.'),
  }[search.status ?? 'unresolved']
  return <Notice icon={CircleCheck} text={text} />
}

const skeletonRows = [1, 2, 3, 4, 5, 6, 7, 8]

/** The geometry of the list, where nothing is known yet. */
export function ListSkeleton() {
  return (
    <div role="status" aria-label={t('Loading the issues')}>
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
    </div>
  )
}
