import { listed, personLabel, recentText, triggerName } from '@bugle/presentation/alert-text'
import { formatDuration, formatTimestampWithZone, oneLine } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { LoadMore } from '../../components/load-more.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { Segments } from '../../components/segments.tsx'
import { useNow } from '../../lib/use-now.ts'
import { AlertSection, EmptyList, listClass } from './alert-section.tsx'
import { type AlertsHome, projectName, useHome } from './home.ts'
import { alertRulesQuery, channelsQuery, type Incident, incidentsQuery, teamsQuery } from './queries.ts'

/** Lists what rules found, until it is settled and afterwards. */
export function Incidents() {
  const { organizationId, projectId } = useHome()
  const [state, setState] = useState<'firing' | 'all'>('firing')
  const list = useInfiniteQuery(
    incidentsQuery(organizationId, {
      ...(state === 'firing' && { state }),
      ...(projectId !== undefined && { project_id: projectId }),
    }),
  )
  return (
    <AlertSection
      title={t('Incidents')}
      hint={t('A rule that fires opens one. It ends when the issue is settled, or its condition no longer holds.')}
      action={
        <Segments
          label={t('Incidents')}
          value={state}
          options={[
            { value: 'firing', label: t('Open') },
            { value: 'all', label: t('All') },
          ]}
          onChange={setState}
        />
      }
    >
      <Loaded query={list} name={t('the incidents')} waiting={<div className="skeleton h-32" />}>
        {({ pages }) => {
          const incidents = pages.flatMap((page) => page.incidents)
          if (incidents.length === 0)
            return (
              <EmptyList
                text={state === 'firing' ? t('Nothing is open: all is settled.') : t('No rule has fired yet.')}
              />
            )
          return (
            <>
              <ul aria-label={t('Incidents')} className={listClass}>
                {incidents.map((incident) => (
                  <IncidentRow key={incident.id} incident={incident} />
                ))}
              </ul>
              <LoadMore list={list} />
            </>
          )
        }}
      </Loaded>
    </AlertSection>
  )
}

function IncidentRow({ incident }: { incident: Incident }) {
  const home = useHome()
  const rules = useQuery(alertRulesQuery(home.organizationId)).data ?? []
  const rule = rules.find(({ id }) => id === incident.rule_id)
  const project = projectName(home, incident.project_id)
  const about = [rule === undefined ? t('a deleted rule') : oneLine(rule.name), triggerName(incident.trigger)]
  if (project !== undefined && incident.issue !== null && home.projectId === undefined) about.push(oneLine(project))
  return (
    <li className="grid grid-cols-[1rem_minmax(0,1fr)] gap-x-3 gap-y-0.5 border-b border-border px-4 py-3 last:border-b-0">
      <IncidentShape state={incident.state} />
      <div className="flex min-w-0 flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5">
        <span className="from-event min-w-0 font-medium">
          <SubjectLink {...{ incident, home }}>{subjectText(incident, project)}</SubjectLink>
        </span>
        <IncidentTime incident={incident} />
      </div>
      <p className="from-event col-start-2 text-12 text-text-2">{about.join(' · ')}</p>
      <p className="from-event col-start-2 text-12 text-text-3">
        <Notified incident={incident} people={rule?.people ?? []} />
      </p>
    </li>
  )
}

function IncidentShape({ state }: { state: Incident['state'] }) {
  return state === 'firing' ? (
    <CircleAlert size={16} className="mt-0.5 text-warning" role="img" aria-label={t('open')} />
  ) : (
    <CircleCheck size={16} className="mt-0.5 text-ok" role="img" aria-label={t('ended')} />
  )
}

function subjectText({ issue, issue_id, subject }: Incident, project: string | undefined): string {
  if (issue !== null) return `${issue.short_id} ${oneLine(issue.title)}`
  if (issue_id !== null) return t('a deleted issue')
  return [project ?? t('Project'), subject].flatMap((name) => (name == null ? [] : oneLine(name))).join(' · ')
}

interface SubjectLinkProps {
  incident: Incident
  home: AlertsHome
  children: ReactNode
}

function SubjectLink({ incident: { issue, issue_id, project_id, trigger }, home, children }: SubjectLinkProps) {
  const look = 'underline decoration-border-strong underline-offset-2 hover:decoration-current'
  if (issue !== null && issue_id !== null)
    return (
      <Link to="/issues/$issueId" params={{ issueId: issue_id }} className={look}>
        {children}
      </Link>
    )
  if (issue_id !== null || projectName(home, project_id) === undefined) return children
  return (
    <Link to={pageOf(trigger)} params={{ projectId: project_id }} className={look}>
      {children}
    </Link>
  )
}

/** Page of a project that shows more about what fired. */
function pageOf(trigger: Incident['trigger']) {
  if (trigger.startsWith('release.')) return '/projects/$projectId/releases'
  if (trigger.startsWith('monitor.')) return '/projects/$projectId/monitors'
  return trigger === 'feedback.new' ? '/projects/$projectId/feedback' : '/projects/$projectId/overview'
}

function IncidentTime({ incident: { fired_at, recovered_at } }: { incident: Incident }) {
  const now = useNow((time) => time - (time % 60_000))
  const lasted = formatDuration(
    Math.max(0, Date.parse(recovered_at ?? new Date(now).toISOString()) - Date.parse(fired_at)),
  )
  return (
    <time dateTime={fired_at} title={formatTimestampWithZone(fired_at)} className="text-12 text-text-2 tabular-nums">
      {recovered_at === null
        ? t('open for {{age}}', { age: lasted })
        : t('{{when}}, lasted {{age}}', { when: recentText(fired_at, now), age: lasted })}
    </time>
  )
}

/** Says which channels took a message about an incident, and when, and which people its rule notifies. */
function Notified({ incident: { notified, state }, people }: { incident: Incident; people: readonly string[] }) {
  const { organizationId } = useHome()
  const channels = useQuery(channelsQuery(organizationId)).data ?? []
  const teams = useQuery(teamsQuery(organizationId)).data ?? []
  const now = useNow((time) => time - (time % 60_000))
  const names = notified.map(({ channel_id, at }) => {
    const name = channels.find(({ id }) => id === channel_id)?.name ?? t('a deleted channel')
    return `${oneLine(name)} ${recentText(at, now)}`
  })
  if (people.length > 0)
    names.push(t('{{people}} by mail and push', { people: listed(people.map((one) => personLabel(one, teams))) }))
  if (names.length > 0) return t('Notified: {{names}}', { names: names.join(', ') })
  return state === 'firing' ? t('No channel has taken a message about it yet.') : t('No channel was notified.')
}
