import type { Schemas } from '@bugle/api-client'
import type { IssueFilter } from '@bugle/client-state/search'
import { t } from '@bugle/presentation/i18n'
import type { Action } from '@bugle/presentation/issue-actions'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheck, SkipForward } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Button, buttonClass } from '../components/button.tsx'
import { Loaded } from '../components/loaded.tsx'
import { Notice } from '../components/notice.tsx'
import { meQuery } from '../features/auth/queries.ts'
import { Breadcrumbs } from '../features/events/breadcrumbs.tsx'
import { EventFacts } from '../features/events/facts.tsx'
import { Stack } from '../features/events/stack.tsx'
import { IssueHeader } from '../features/issues/detail/issue-header.tsx'
import { IssueNumbers } from '../features/issues/detail/issue-numbers.tsx'
import { BackLinkText, backLinkClass, StepButton } from '../features/issues/detail/issue-steps.tsx'
import { TagFacets } from '../features/issues/detail/tag-facets.tsx'
import { WhatChanged } from '../features/issues/detail/what-changed.tsx'
import { chosenSpan, issuesQuery } from '../features/issues/list/list-queries.ts'
import { changesQuery, type Issue, issueQuery } from '../features/issues/queries.ts'
import { TriageSummary } from '../features/issues/triage/triage-summary.tsx'
import { useTriage } from '../features/issues/triage/use-triage.ts'
import { useIssueSearch } from '../features/issues/use-issue-search.ts'
import { withBasePath } from '../lib/base-path.ts'
import { toIssueMarkdown } from '../lib/issue-text.ts'
import { useKeys } from '../lib/use-keys.ts'
import { useTitle } from '../lib/use-title.ts'
import { culpritOf } from './culprit.ts'

/** Goes through the issues of a list one by one. */
export function TriageScreen() {
  const { filter } = useIssueSearch()
  const list = useInfiniteQuery(issuesQuery(filter, chosenSpan()))
  useTitle(t('Triage'))
  return (
    <Loaded query={list} name={t('the issues')} waiting={<TriageSkeleton />}>
      {({ pages }) => <Queue filter={filter} issues={pages.flatMap(({ issues }) => issues)} />}
    </Loaded>
  )
}

function Queue({ filter, issues }: { filter: IssueFilter; issues: Issue[] }) {
  const [queue] = useState(issues)
  const { current, next, left, isFirst, steps, decide, skip, back } = useTriage(queue)
  const client = useQueryClient()
  const nextId = next?.id
  useEffect(() => {
    if (nextId === undefined) return
    void client.prefetchQuery(issueQuery(nextId))
    void client.prefetchQuery(changesQuery(nextId))
  }, [client, nextId])
  const id = current?.id
  useEffect(() => {
    if (id !== undefined) window.scrollTo({ top: 0 })
  }, [id])
  useKeys({ j: skip, k: back })
  if (queue.length === 0)
    return (
      <Notice icon={CircleCheck} text={t('All caught up')}>
        <ToList filter={filter} className={buttonClass()}>
          {t('Back to the list')}
        </ToList>
      </Notice>
    )
  if (current === undefined)
    return (
      <TriageSummary steps={steps} skipped={queue.length - steps.length}>
        <ToList filter={filter} className={buttonClass('main')}>
          {t('Back to the list')}
        </ToList>
        <Button onClick={back}>{t('Back to the last issue')}</Button>
      </TriageSummary>
    )
  return (
    <div className="mx-auto flex max-w-[64rem] flex-col gap-4 p-6 pt-4 phone:gap-3 phone:p-4 phone:pt-1 phone:pb-24">
      <div className="flex items-center justify-between gap-3 text-text-2">
        <ToList filter={filter} className={backLinkClass}>
          <BackLinkText />
        </ToList>
        <span className="flex items-center gap-1 text-12 tabular-nums">
          <StepButton to="before" onClick={isFirst ? undefined : back} />
          <span role="status">{t('{{count, number}} left', { count: left })}</span>
        </span>
      </div>
      <Case key={current.id} id={current.id} onAction={decide} onSkip={skip} />
    </div>
  )
}

/** An issue with its latest event: enough to decide, and no more. */
function Case({ id, onAction, onSkip }: { id: string; onAction: (action: Action) => void; onSkip: () => void }) {
  const response = useQuery(issueQuery(id))
  const skip = (
    <Button className="phone:min-h-11" title={t('Key {{key}}', { key: 'j' })} onClick={onSkip}>
      <SkipForward size={16} aria-hidden />
      <span className="phone:sr-only">{t('Skip')}</span>
    </Button>
  )
  return (
    <>
      <Loaded query={response} name={t('the issue')} waiting={<TriageSkeleton />}>
        {(data) => <CaseDetails response={data} skip={skip} onAction={onAction} onDeleted={onSkip} />}
      </Loaded>
      {response.isLoadingError && <span className="self-center">{skip}</span>}
    </>
  )
}

interface CaseOfProps {
  response: Schemas['IssueResponse']
  skip: ReactNode
  onAction: (action: Action) => void
  onDeleted: () => void
}

function CaseDetails({ response: { issue, latest_event: latest, tags = [] }, skip, onAction, onDeleted }: CaseOfProps) {
  const me = useQuery(meQuery).data
  const link = () => `${window.location.origin}${withBasePath(`/issues/${issue.id}`)}`
  const markdown = () => toIssueMarkdown(issue, latest?.event, link())
  const culprit = culpritOf(issue, latest?.event)
  return (
    <>
      <IssueHeader {...{ issue, me, markdown, link, culprit, onAction, onDeleted }}>{skip}</IssueHeader>
      <WhatChanged issue={issue} />
      {latest !== undefined && (
        <>
          <Stack event={latest.event} markdown={markdown} />
          <Breadcrumbs event={latest.event} />
        </>
      )}
      <div className="grid grid-cols-3 items-start gap-8 max-lg:grid-cols-1">
        <IssueNumbers issue={issue} />
        <TagFacets tags={tags} own={latest?.event.tags} issueId={issue.id} />
        {latest !== undefined && <EventFacts event={latest.event} />}
      </div>
    </>
  )
}

/** Links back to the list with its search. */
function ToList({
  filter: { projectId, ...search },
  className,
  children,
}: {
  filter: IssueFilter
  className: string
  children: ReactNode
}) {
  const props = { className, search, children }
  return projectId === undefined ? (
    <Link to="/issues" {...props} />
  ) : (
    <Link to="/projects/$projectId/issues" params={{ projectId }} {...props} />
  )
}

function TriageSkeleton() {
  return (
    <div className="grid gap-4 p-6 phone:p-4">
      <div className="skeleton h-6 w-40" />
      <div className="skeleton h-16" />
      <div className="skeleton h-64" />
    </div>
  )
}
