import { exactCount, oneLine, shortCount } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { queryTerm } from '@bugle/protocol/vocabulary'
import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { BarChart } from '../../components/bar-chart.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { IssueLine } from '../../components/issue-lines.tsx'
import { ReleaseLink } from '../../components/release-link.tsx'
import { Count, Section } from '../../components/section.tsx'
import { TimeAgo } from '../../components/time-ago.tsx'
import { toBuckets } from './day-buckets.ts'
import { lastSeen, type ReleaseDetails } from './queries.ts'
import { ReleaseBuild } from './release-build.tsx'
import { ReleaseFiles } from './release-files.tsx'
import { ReleaseStacks } from './release-stacks.tsx'

interface PartProps {
  projectId: string
  release: ReleaseDetails
}

export function ReleasePage({ projectId, release }: PartProps) {
  return (
    <>
      <Header projectId={projectId} release={release} />
      <Comparison projectId={projectId} release={release} />
      <EventsByDay release={release} />
      <div className="grid grid-cols-2 items-start gap-8 max-lg:grid-cols-1 phone:gap-6">
        <NewIssues projectId={projectId} release={release} />
        <Regressed release={release} />
        <div className="grid min-w-0 gap-6">
          <ReleaseFiles projectId={projectId} release={release} />
          <ReleaseStacks release={release} />
        </div>
        <ReleaseBuild release={release} />
      </div>
    </>
  )
}

function Header({ projectId, release }: PartProps) {
  const { version, first_seen, released_at, platform, dist } = release
  const seen = lastSeen(release)
  return (
    <header className="grid gap-2">
      <Link
        to="/projects/$projectId/releases"
        params={{ projectId }}
        className="inline-flex min-h-6 items-center gap-1.5 justify-self-start text-12 text-text-2 hover:text-text coarse:min-h-11"
      >
        <ArrowLeft size={14} aria-hidden />
        {t('Releases')}
      </Link>
      <div className="flex items-center gap-1">
        <h1 className="from-event min-w-0 font-mono text-20 font-semibold wrap-anywhere" dir="auto">
          {oneLine(version)}
        </h1>
        <CopyButton text={version} label={t('Copy release')} />
      </div>
      <p className="flex flex-wrap gap-x-4 text-text-2">
        <span>
          {t('First seen')} <TimeAgo at={first_seen} isPhrase />
        </span>
        {seen !== null && (
          <span>
            {t('Last event')} <TimeAgo at={seen} isPhrase />
          </span>
        )}
        {released_at !== null && (
          <span>
            {t('Released')} <TimeAgo at={released_at} isPhrase />
          </span>
        )}
        {platform !== null && <span>{oneLine(platform)}</span>}
        {dist !== null && <span className="from-event">{t('dist {{dist}}', { dist: oneLine(dist) })}</span>}
      </p>
    </header>
  )
}

/** Figures of the release, each beside that of the one before. */
function Comparison({ projectId, release }: PartProps) {
  const { previous, count, regressed } = release
  const figures = [
    { name: t('Events'), value: count, before: previous?.count },
    { name: t('New issues'), value: release.new.count, before: previous?.new_issues },
    { name: t('Regressed issues'), value: regressed.count, before: undefined },
  ]
  return (
    <section aria-label={t('Numbers')} className="grid gap-3">
      <dl className="flex flex-wrap gap-3 phone:grid phone:grid-cols-3 phone:gap-2">
        {figures.map(({ name, value, before }) => (
          <div
            key={name}
            className="grid w-55 content-start rounded-card border border-border bg-surface px-4 py-3 phone:w-auto phone:px-3"
          >
            <dt className="order-2 text-text-2 phone:text-12">{name}</dt>
            <dd className="flex items-baseline gap-2 text-20 font-semibold tabular-nums">
              {exactCount(value)}
              {before !== undefined && <Delta value={value} before={before} />}
            </dd>
          </div>
        ))}
      </dl>
      {previous !== null && (
        <p className="flex flex-wrap items-center gap-x-2 text-12 text-text-3">
          {t('The release before is')}
          <ReleaseLink projectId={projectId} version={previous.version} className="text-accent-ink" />
          <span>
            {t('first seen')} <TimeAgo at={previous.first_seen} isPhrase />
          </span>
        </p>
      )}
    </section>
  )
}

/** The difference from the release before, where more is worse. */
function Delta({ value, before }: { value: number; before: number }) {
  if (value === before) return null
  const isMore = value > before
  return (
    <span
      className={`text-12 font-normal ${isMore ? 'text-error-ink' : 'text-ok-ink'}`}
      title={t('{{count, number}} in the release before', { count: before })}
    >
      {isMore ? '▲' : '▼'} {exactCount(Math.abs(value - before))}
    </span>
  )
}

function EventsByDay({ release: { days, deploys, count } }: Pick<PartProps, 'release'>) {
  const [now] = useState(() => Date.now())
  if (days.length === 0) return <p className="text-text-3">{t('No event has named this release yet.')}</p>
  const { buckets, counts } = toBuckets(days, now)
  const label = t('Events per day (UTC)')
  return (
    <Section title={label} aside={<Count>{exactCount(count)}</Count>}>
      <div className="rounded-card border border-border bg-surface p-4">
        <BarChart
          label={label}
          buckets={buckets}
          interval="day"
          series={[{ key: 'all', label: t('Events'), fill: 'fill-chart-bar', counts }]}
          marks={deploys.map(({ environment, finished_at }) => ({ at: finished_at, label: oneLine(environment) }))}
          height={144}
        />
      </div>
    </Section>
  )
}

/** Issues whose first event is of this release. */
function NewIssues({ projectId, release }: PartProps) {
  const { count, issues } = release.new
  return (
    <Section
      title={t('New issues')}
      aside={
        <>
          <Count>{shortCount(count)}</Count>
          <Link
            to="/projects/$projectId/issues"
            params={{ projectId }}
            search={{ query: `${queryTerm('release', release.version)} first-seen:>=${release.first_seen}` }}
            className="ml-auto inline-flex min-h-6 items-center text-12 text-accent-ink hover:underline coarse:min-h-11"
          >
            {t('All unresolved')}
            <span className="sr-only">: {t('New issues')}</span>
          </Link>
        </>
      }
    >
      <Issues issues={issues} empty={t('No issue is new in this release.')} />
    </Section>
  )
}

function Regressed({ release: { regressed } }: Pick<PartProps, 'release'>) {
  return (
    <Section title={t('Regressed issues')} aside={<Count>{shortCount(regressed.count)}</Count>}>
      <Issues issues={regressed.issues} empty={t('No issue has reopened in this release.')} />
    </Section>
  )
}

function Issues({ issues, empty }: { issues: ReleaseDetails['new']['issues']; empty: string }) {
  return (
    <ul className="overflow-hidden rounded-card border border-border bg-surface">
      {issues.map((issue) => (
        <IssueLine key={issue.id} issue={issue} hasStatus>
          {shortCount(issue.count)}
        </IssueLine>
      ))}
      {issues.length === 0 && <li className="px-3 py-3 text-text-3">{empty}</li>}
    </ul>
  )
}
