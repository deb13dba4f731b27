import type { Schemas } from '@bugle/api-client'
import { exactCount, titleOf } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import type { Action } from '@bugle/presentation/issue-actions'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { Loaded } from '../components/loaded.tsx'
import { Part } from '../components/part.tsx'
import { meQuery } from '../features/auth/queries.ts'
import { Attachments } from '../features/events/attachments.tsx'
import { Breadcrumbs } from '../features/events/breadcrumbs.tsx'
import { EventNavigator } from '../features/events/event-navigator.tsx'
import { DataSections, EventFacts } from '../features/events/facts.tsx'
import type { EventView } from '../features/events/queries.ts'
import { Screenshot } from '../features/events/screenshot.tsx'
import { Scrubbed } from '../features/events/scrubbed.tsx'
import { Stack } from '../features/events/stack.tsx'
import { Threads } from '../features/events/threads.tsx'
import { IssueFeedback } from '../features/health/feedback.tsx'
import { useChangeIssues } from '../features/issues/change.ts'
import { Activity } from '../features/issues/detail/activity.tsx'
import { Grouping } from '../features/issues/detail/grouping.tsx'
import { IssueChart } from '../features/issues/detail/issue-chart.tsx'
import { IssueHeader } from '../features/issues/detail/issue-header.tsx'
import { IssueNumbers } from '../features/issues/detail/issue-numbers.tsx'
import { BackLinkText, backLinkClass, StepButton } from '../features/issues/detail/issue-steps.tsx'
import { SimilarIssues } from '../features/issues/detail/similar-issues.tsx'
import { TagFacets } from '../features/issues/detail/tag-facets.tsx'
import { WhatChanged } from '../features/issues/detail/what-changed.tsx'
import { neighborsOf } from '../features/issues/list/last-list.ts'
import { type Issue, issueQuery } from '../features/issues/queries.ts'
import { withBasePath } from '../lib/base-path.ts'
import { toIssueMarkdown } from '../lib/issue-text.ts'
import { useKeys } from '../lib/use-keys.ts'
import { useTitle } from '../lib/use-title.ts'
import { culpritOf } from './culprit.ts'
import { EventPanels } from './event-panels.tsx'
import { createPlaces } from './event-place.ts'
import { useAddress, useShownEvent } from './use-shown-event.ts'

export function IssueScreen() {
  const { issueId } = useParams({ from: '/signed-in/issues/$issueId' })
  const response = useQuery(issueQuery(issueId))
  useTitle(response.data && titleOf(response.data.issue).slice(0, 80), response.data?.issue.short_id)
  return (
    <Loaded query={response} name={t('the issue')} waiting={<IssueSkeleton />}>
      {/* State such as the shown event belongs to one issue. */}
      {(data) => <IssueDetails key={issueId} {...data} />}
    </Loaded>
  )
}

function IssueDetails({ issue, latest_event: latest, tags = [] }: Schemas['IssueResponse']) {
  const me = useQuery(meQuery).data
  const navigate = useNavigate()
  const change = useChangeIssues()
  const { response, go } = useShownEvent(issue, latest)
  const [placeOf] = useState(createPlaces)
  const steps = useSteps(issue)
  const address = useSearch({ from: '/signed-in/issues/$issueId' })
  const put = useAddress()
  const link = () => window.location.href
  const markdown = () => toIssueMarkdown(issue, response.data?.event, link())
  return (
    <div className="mx-auto flex max-w-[90rem] flex-col gap-1 p-6 pt-2 max-lg:gap-3 phone:gap-3 phone:p-4 phone:pt-1 phone:pb-24">
      <IssueNavigation issue={issue} steps={steps} />
      <IssueHeader
        issue={issue}
        me={me}
        markdown={markdown}
        link={link}
        culprit={culpritOf(issue, latest?.event)}
        onAction={(action) => change.mutate({ issues: [issue], action, next: steps.nextAfter(action) })}
        onDeleted={() =>
          void navigate({ to: '/projects/$projectId/issues', params: { projectId: issue.project_id }, replace: true })
        }
      />
      <div className="grid grid-cols-[minmax(0,3fr)_minmax(0,2fr)] items-start gap-8 pt-2 max-lg:contents">
        <div className="max-lg:order-last">
          <Part name={t('Events over time')} of={issue.id}>
            <IssueChart issue={issue} />
          </Part>
        </div>
        <Part name={t('What changed')} of={issue.id}>
          <WhatChanged issue={issue} />
        </Part>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)_20rem] items-start gap-8 max-lg:grid-cols-1 max-lg:gap-6">
        <div className="grid min-w-0 gap-6">
          <Loaded query={response} name={t('the event')} waiting={<EventSkeleton />}>
            {(shown) =>
              shown === null ? (
                <p className="text-text-3">{t('No events of this issue are stored any longer, only its counts.')}</p>
              ) : (
                <>
                  <EventDetails
                    event={shown.event}
                    markdown={markdown}
                    bar={
                      <EventNavigator
                        response={shown}
                        place={placeOf(shown, issue.count)}
                        search={address.query}
                        go={go}
                        onSearch={(query) => put({ query })}
                        onList={() => put({ list: true })}
                        onCompare={() => put({ against: shown.previous_id === null ? 'latest' : 'before' })}
                      />
                    }
                  />
                  <Part name={t('Feedback')} of={issue.id}>
                    <IssueFeedback projectId={issue.project_id} issueId={issue.id} />
                  </Part>
                </>
              )
            }
          </Loaded>
        </div>
        {/* Its end stays in view while the main column is longer. */}
        <div className="grid min-w-0 gap-6 lg:sticky lg:bottom-(--toast-room,0px) lg:min-h-[calc(100dvh-5rem)] lg:content-start lg:self-end lg:pb-6">
          <Part name={t('Numbers')} of={issue.id}>
            <IssueNumbers issue={issue} />
          </Part>
          <Part name={t('Tags')} of={`${issue.id} ${response.data?.event.id}`}>
            <TagFacets
              tags={tags}
              own={(response.data && tagsOf(response.data.event)) ?? undefined}
              issueId={issue.id}
            />
          </Part>
          {response.data && (
            <Part name={t('This event')} of={response.data.event.id}>
              <EventFacts event={response.data.event} />
            </Part>
          )}
          <Part name={t('Grouping')} of={issue.id}>
            <Grouping issue={issue} />
          </Part>
          <Part name={t('Similar issues')} of={issue.id}>
            <SimilarIssues issueId={issue.id} />
          </Part>
          <Part name={t('Activity and comments')} of={issue.id}>
            <Activity issueId={issue.id} projectId={issue.project_id} />
          </Part>
        </div>
      </div>
      <Part name={t('Events')} of={issue.id}>
        <EventPanels response={response.data} {...{ issue, latest, address, put, go }} />
      </Part>
    </div>
  )
}

function EventDetails({ event, markdown, bar }: { event: EventView; markdown: () => string; bar: ReactNode }) {
  return (
    <>
      <Part name={t('Stack')} of={event.id}>
        <Stack event={event} markdown={markdown} bar={bar} />
      </Part>
      <Part name={t('Breadcrumbs')} of={event.id}>
        <Breadcrumbs event={event} />
      </Part>
      <Part name={t('Threads')} of={event.id}>
        <Threads threads={event.threads} />
      </Part>
      <Part name={t('Screenshot')} of={event.id}>
        {event.screenshot_url !== null && <Screenshot url={withBasePath(event.screenshot_url)} />}
      </Part>
      <Part name={t('Attachments')} of={event.id}>
        <Attachments attachments={event.attachments} />
      </Part>
      <Part name={t('Data of the event')} of={event.id}>
        <DataSections event={event} />
      </Part>
      <Part name={t('Removed data')} of={event.id}>
        <Scrubbed paths={event.scrubbed} />
      </Part>
    </>
  )
}

/** Neighbors of an issue in the list that it was opened from. */
/** The tags that the event is found by: its own, and those derived under other names. */
function tagsOf({ tags, derived_tags }: EventView): Record<string, unknown> {
  return { ...tags, ...derived_tags }
}

function useSteps(issue: Issue) {
  const navigate = useNavigate()
  const beside = neighborsOf(issue.id)
  const stepTo = (id: string | undefined) =>
    id === undefined
      ? undefined
      : () => void navigate({ to: '/issues/$issueId', params: { issueId: id }, replace: true })
  const [before, after] = [stepTo(beside?.before), stepTo(beside?.after)]
  return {
    beside,
    before,
    after,
    nextUnseen: stepTo(beside?.nextUnseen),
    /** After a decision the toast offers the next issue. */
    nextAfter: ({ change }: Action) =>
      change.status === undefined || change.status === 'unresolved' || after === undefined
        ? undefined
        : { label: t('Next'), keyName: 'j', run: after },
  }
}

/** Links back to the list and to the neighbors in it. */
function IssueNavigation({ issue, steps }: { issue: Issue; steps: ReturnType<typeof useSteps> }) {
  const router = useRouter()
  const navigate = useNavigate()
  const { beside, before, after, nextUnseen } = steps
  const back = () =>
    beside === undefined
      ? void navigate({ to: '/projects/$projectId/issues', params: { projectId: issue.project_id } })
      : void router.navigate({ href: beside.href })
  useKeys({
    j: () => after?.(),
    k: () => before?.(),
    n: () => nextUnseen?.(),
    u: back,
  })
  return (
    <div className="flex items-center justify-between gap-3 text-text-2">
      {beside === undefined ? (
        <Link to="/projects/$projectId/issues" params={{ projectId: issue.project_id }} className={backLinkClass}>
          <BackLinkText />
        </Link>
      ) : (
        <a
          href={beside.href}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return
            event.preventDefault()
            back()
          }}
          className={backLinkClass}
        >
          <BackLinkText />
        </a>
      )}
      {beside !== undefined && (
        <span className="flex items-center gap-1 text-12 tabular-nums">
          <StepButton to="before" onClick={before} />
          {t('{{position}} of {{total}}', { position: exactCount(beside.position), total: exactCount(beside.total) })}
          <StepButton to="next" onClick={after} />
        </span>
      )}
    </div>
  )
}

function IssueSkeleton() {
  return (
    <div className="mx-auto grid max-w-[90rem] gap-4 p-6 phone:p-4">
      <div className="skeleton h-6 w-20" />
      <div className="grid gap-2">
        <div className="skeleton h-5 w-40" />
        <div className="skeleton h-7 w-64" />
        <div className="skeleton h-5 w-3/5" />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)_20rem] gap-8 max-lg:grid-cols-1">
        <EventSkeleton />
        <div className="skeleton h-56" />
      </div>
    </div>
  )
}

function EventSkeleton() {
  return (
    <div className="grid content-start gap-6">
      <div className="skeleton h-9" />
      <div className="skeleton h-64" />
      <div className="skeleton h-40" />
    </div>
  )
}
