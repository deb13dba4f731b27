import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { LoadFailed } from '../components/notice.tsx'
import { Sparkline } from '../components/sparkline.tsx'
import { TimeAgo } from '../components/time-ago.tsx'
import { Breadcrumbs } from '../features/events/breadcrumbs.tsx'
import { EventNavigator } from '../features/events/event-navigator.tsx'
import { DataSections, EventFacts, TagFacets } from '../features/events/facts.tsx'
import { type EventAnswer, eventQuery, oldestEventQuery } from '../features/events/queries.ts'
import { Stack } from '../features/events/stack.tsx'
import { IssueHeader } from '../features/issues/issue-header.tsx'
import { type Issue, issueQuery } from '../features/issues/queries.ts'
import { exactCount, oneLine, plural } from '../lib/format.ts'
import { useTitle } from '../lib/use-title.ts'

export function IssueScreen() {
  const { issueId } = useParams({ from: '/signed-in/issues/$issueId' })
  const answer = useQuery(issueQuery(issueId))
  useTitle(answer.data && oneLine(answer.data.issue.title).slice(0, 80), answer.data?.issue.short_id)
  if (answer.isPending) return <IssueSkeleton />
  if (answer.isError) return <LoadFailed what="the issue" error={answer.error} retry={() => void answer.refetch()} />
  const { issue, latest_event: latest, stats, tags = [] } = answer.data
  return (
    <div className="mx-auto grid max-w-[90rem] gap-4 p-6 phone:p-4 phone:pb-24">
      <Link
        to="/projects/$projectId/issues"
        params={{ projectId: issue.project_id }}
        className="inline-flex min-h-6 items-center gap-1.5 justify-self-start text-text-2 hover:text-text coarse:min-h-11"
      >
        <ArrowLeft size={14} aria-hidden />
        Issues
      </Link>
      <IssueHeader issue={issue} />
      <div className="grid grid-cols-[minmax(0,1fr)_18rem] items-start gap-8 max-lg:grid-cols-1">
        <ShownEvent issue={issue} latest={latest} />
        <div className="grid gap-6">
          <Numbers issue={issue} counts={stats?.series[0]?.counts ?? []} interval={stats?.interval ?? 'day'} />
          <TagFacets tags={tags} />
        </div>
      </div>
    </div>
  )
}

/** The event of the address, else the latest. */
function ShownEvent({ issue, latest }: { issue: Issue; latest: EventAnswer | undefined }) {
  const { event: id } = useSearch({ from: '/signed-in/issues/$issueId' })
  const navigate = useNavigate({ from: '/issues/$issueId' })
  const chosen = useQuery({ ...eventQuery(id ?? ''), enabled: id !== undefined && id !== 'oldest' })
  const oldest = useQuery({ ...oldestEventQuery(issue.id), enabled: id === 'oldest' })
  const query = id === 'oldest' ? oldest : chosen
  const answer = id === undefined ? latest : query.data
  if (answer === undefined) {
    if (id !== undefined && query.isError)
      return <LoadFailed what="the event" error={query.error} retry={() => void query.refetch()} />
    if (id !== undefined) return <EventSkeleton />
    return <p className="text-text-3">No event of this issue is kept any more; its counts are.</p>
  }
  const go = (to: string) =>
    void navigate({ search: to === 'latest' ? {} : { event: to }, replace: true, resetScroll: false })
  return (
    <div className="grid min-w-0 gap-6">
      <EventNavigator answer={answer} count={issue.count} go={go} />
      <Stack exceptions={answer.event.exceptions} />
      <Breadcrumbs event={answer.event} />
      <Screenshot url={answer.event.screenshot_url} />
      <EventFacts event={answer.event} />
      <DataSections event={answer.event} />
    </div>
  )
}

function Screenshot({ url }: { url: string | null }) {
  if (url === null) return null
  return (
    <section aria-labelledby="screenshot-title" className="grid justify-items-start gap-2">
      <h2 id="screenshot-title" className="section-title">
        Screenshot
      </h2>
      <a href={url} target="_blank" rel="noreferrer" className="overflow-hidden rounded-card border border-border">
        <img src={url} alt="What was on the screen when it happened" loading="lazy" className="block max-w-40" />
      </a>
    </section>
  )
}

interface NumbersProps {
  issue: Issue
  counts: number[]
  interval: 'hour' | 'day'
}

function Numbers({ issue, counts, interval }: NumbersProps) {
  return (
    <section aria-label="Numbers" className="grid gap-3">
      <div className="grid grid-cols-2 gap-3">
        <Figure value={exactCount(issue.count)} word={issue.count === 1 ? 'event' : 'events'} />
        <Figure
          value={issue.users === 0 ? '–' : exactCount(issue.users)}
          word={issue.users_approx ? 'users, about' : issue.users === 1 ? 'user' : 'users'}
        />
      </div>
      {counts.length > 0 && (
        <figure className="grid gap-1">
          <div className="h-14">
            <Sparkline counts={counts} bucket={interval} width={288} height={56} />
          </div>
          <figcaption className="text-12 text-text-3">
            {plural(
              counts.reduce((sum, count) => sum + count, 0),
              'event',
            )}{' '}
            in {plural(counts.length, interval)}
          </figcaption>
        </figure>
      )}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        <dt className="text-text-3">Last seen</dt>
        <dd>
          <TimeAgo at={issue.last_seen} suffix=" ago" />
          <InRelease release={issue.last_release} />
        </dd>
        <dt className="text-text-3">First seen</dt>
        <dd>
          <TimeAgo at={issue.first_seen} suffix=" ago" />
          <InRelease release={issue.first_release} />
        </dd>
      </dl>
    </section>
  )
}

function Figure({ value, word }: { value: string; word: string }): ReactNode {
  return (
    <p className="grid">
      <span className="text-20 font-semibold tabular-nums">{value}</span>
      <span className="text-text-2">{word}</span>
    </p>
  )
}

function InRelease({ release }: { release: string | null }) {
  if (release === null) return null
  return (
    <span className="text-text-3">
      {' '}
      in{' '}
      <span className="from-event font-mono text-12 text-text" dir="auto">
        {oneLine(release)}
      </span>
    </span>
  )
}

function IssueSkeleton() {
  return (
    <div role="status" aria-label="Loading the issue" className="mx-auto grid max-w-[90rem] gap-4 p-6 phone:p-4">
      <div className="skeleton h-6 w-20" />
      <div className="grid gap-2">
        <div className="skeleton h-5 w-40" />
        <div className="skeleton h-7 w-64" />
        <div className="skeleton h-5 w-3/5" />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)_18rem] gap-8 max-lg:grid-cols-1">
        <EventSkeleton />
        <div className="skeleton h-56" />
      </div>
    </div>
  )
}

function EventSkeleton() {
  return (
    <div className="grid content-start gap-6" role="status" aria-label="Loading the event">
      <div className="skeleton h-9" />
      <div className="skeleton h-64" />
      <div className="skeleton h-40" />
    </div>
  )
}
