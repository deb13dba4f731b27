import { t } from '@bugle/presentation/i18n'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, Clock, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ConfirmRequest } from '../../components/confirm.tsx'
import { IconButton } from '../../components/icon-button.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { Section } from '../../components/section.tsx'
import { TimeAgo } from '../../components/time-ago.tsx'
import { useMayInProject } from '../../lib/permissions.tsx'
import { type Monitor, monitorsQuery, useDeleteMonitor } from './queries.ts'

type State = Monitor['environments'][number]
type CheckIn = Monitor['check_ins'][number]

/** Scheduled jobs, whether they run when they should. */
export function Monitors({ projectId }: { projectId: string }) {
  const found = useQuery(monitorsQuery(projectId))
  const remove = useDeleteMonitor(projectId)
  const mayDelete = useMayInProject(projectId)('project:write')
  const [asked, setAsked] = useState<string>()
  return (
    <Section title={t('Monitors of scheduled jobs')}>
      <Loaded query={found} name={t('the monitors')} waiting={<div className="skeleton h-24" />}>
        {(monitors) =>
          monitors.length === 0 ? (
            <p className="text-text-3">
              {t('No monitor yet. The first check-in of a job creates one: by an SDK, or by curl in its crontab.')}
            </p>
          ) : (
            <ul className="rounded-card border border-border bg-surface">
              {monitors.map((monitor) => (
                <MonitorRow
                  key={monitor.slug}
                  monitor={monitor}
                  onDelete={mayDelete ? () => setAsked(monitor.slug) : undefined}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      {asked !== undefined && (
        <ConfirmRequest
          title={t('Delete the monitor {{name}}', { name: asked })}
          action={t('Delete the monitor')}
          id={asked}
          request={remove}
          done={t('Monitor deleted')}
          onClose={() => setAsked(undefined)}
        >
          <p>{t('Its check-ins are deleted. The next check-in of its job creates it again.')}</p>
        </ConfirmRequest>
      )}
    </Section>
  )
}

function MonitorRow({ monitor, onDelete }: { monitor: Monitor; onDelete: (() => void) | undefined }) {
  const { slug, schedule, timezone, environments, check_ins } = monitor
  return (
    <li className="grid gap-1 border-b border-border px-3 py-2 last:border-b-0">
      <div className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-3">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <strong className="from-event font-semibold">{slug}</strong>
          <span className="font-mono text-12 text-text-3">
            {schedule === null ? t('no schedule') : timezone === 'UTC' ? schedule : `${schedule} ${timezone}`}
          </span>
        </p>
        <Ticks checkIns={check_ins} />
        {onDelete !== undefined && (
          <IconButton icon={Trash2} label={t('Delete the monitor {{name}}', { name: slug })} onClick={onDelete} />
        )}
      </div>
      {environments.map((state) => (
        <StateLine key={state.environment} state={state} />
      ))}
    </li>
  )
}

function StateLine({ state }: { state: State }) {
  const { environment, status, last_status, last_check_in_at, next_due_at, failing_since } = state
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-12 text-text-2">
      <StatusIcon status={status} />
      <span className="from-event">{environment}</span>
      <span className={status === 'failing' ? 'text-error-ink' : ''}>
        {status === 'failing' && failing_since !== null ? (
          <>
            {labelOf(last_status)} · {t('failing since')} <TimeAgo at={failing_since} isPhrase />
          </>
        ) : status === 'waiting' ? (
          t('waiting for its first result')
        ) : (
          labelOf(last_status)
        )}
      </span>
      {last_check_in_at !== null && (
        <span className="text-text-3">
          {t('last check-in')} <TimeAgo at={last_check_in_at} isPhrase />
        </span>
      )}
      {next_due_at !== null && <span className="text-text-3">{t('next {{time}}', { time: timeOf(next_due_at) })}</span>}
    </p>
  )
}

function timeOf(iso: string): string {
  return new Date(iso).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })
}

function StatusIcon({ status }: { status: State['status'] }) {
  if (status === 'failing') return <CircleAlert size={14} aria-hidden className="shrink-0 text-error" />
  if (status === 'ok') return <CircleCheck size={14} aria-hidden className="shrink-0 text-ok" />
  return <Clock size={14} aria-hidden className="shrink-0 text-text-3" />
}

function labelOf(status: string | null): string {
  switch (status) {
    case 'ok':
      return t('in time')
    case 'error':
      return t('failed')
    case 'missed':
      return t('missed')
    case 'timeout':
      return t('took too long')
    case 'in_progress':
      return t('running')
    default:
      return ''
  }
}

const tickClasses: Record<CheckIn['status'], string> = {
  ok: 'fill-ok',
  error: 'fill-error',
  missed: 'fill-warning',
  timeout: 'fill-warning',
  in_progress: 'fill-chart-bar',
}

/** The newest check-ins, oldest first; those that failed are taller. */
function Ticks({ checkIns }: { checkIns: CheckIn[] }) {
  const shown = checkIns.slice(0, 20).toReversed()
  const failed = shown.filter(({ status }) => status !== 'ok' && status !== 'in_progress').length
  return (
    <svg
      width={shown.length * 5}
      height="16"
      role="img"
      aria-label={t('{{failed}} of the last {{all}} check-ins failed', { failed, all: shown.length })}
    >
      {shown.map(({ id, status, started_at }, index) => {
        const height = status === 'ok' || status === 'in_progress' ? 10 : 16
        return (
          <rect
            key={`${id} ${started_at}`}
            x={index * 5}
            y={16 - height}
            width="3"
            height={height}
            rx="1"
            className={tickClasses[status]}
          />
        )
      })}
    </svg>
  )
}
