import { t } from '@bugle/presentation/i18n'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { EventList } from '../features/events/event-list.tsx'
import type { EventResponse } from '../features/events/queries.ts'
import type { Issue } from '../features/issues/queries.ts'
import { lazyPart } from '../lib/lazy-code.ts'
import type { IssueAddress } from './issue-address.ts'

const EventDiffDialog = lazyPart(() => import('../features/events/event-diff-dialog.tsx'), 'EventDiffDialog')

interface EventPanelsProps {
  issue: Issue
  response: EventResponse | null | undefined
  latest: EventResponse | undefined
  address: IssueAddress
  put: (part: IssueAddress) => void
  go: (event: string) => void
}

/** Dialogs that the address opens: the list of events, or a comparison of two. */
export function EventPanels({ issue, response, latest, address, put, go }: EventPanelsProps) {
  const { query, list, against } = address
  return (
    <>
      {list && (
        <EventList
          issueId={issue.id}
          shown={response?.event.id}
          search={query}
          onSearch={(next) => put({ query: next })}
          onChoose={go}
          onCompare={(id) => put({ against: id, list: undefined })}
          onClose={() => put({ list: undefined })}
          aside={
            query !== undefined && (
              <Link
                to="/projects/$projectId/issues"
                params={{ projectId: issue.project_id }}
                search={{ query }}
                className="inline-flex min-h-6 items-center justify-self-start text-12 text-accent-ink hover:underline coarse:min-h-11"
              >
                {t('All matching issues')}
              </Link>
            )
          }
        />
      )}
      {against !== undefined && response && (
        <Suspense>
          <EventDiffDialog
            response={response}
            latest={latest}
            against={against}
            onAgainst={(next) => put({ against: next })}
            onClose={() => put({ against: undefined })}
          />
        </Suspense>
      )}
    </>
  )
}
