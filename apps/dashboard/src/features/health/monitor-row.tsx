import { formatRun } from '@bugle/presentation/figures'
import { formatDateTime, formatDuration, oneLine } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { scheduleText } from '@bugle/presentation/schedule-text'
import { CircleAlert, CircleCheck, Clock, Copy, Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { IconButton } from '../../components/icon-button.tsx'
import { Menu, MenuItem, MenuLine } from '../../components/menu.tsx'
import { TimeAgo } from '../../components/time-ago.tsx'
import { useNow } from '../../lib/use-now.ts'
import type { Monitor } from './queries.ts'
import { labelOfRun, RunStrip } from './run-strip.tsx'

type State = Monitor['environments'][number]
type Run = Monitor['check_ins'][number]

/** A monitor in one environment. */
export interface MonitorLine {
  monitor: Monitor
  state: State | undefined
  runs: Run[]
}

/** Splits monitors by environment, those that fail first. */
export function linesOf(monitors: readonly Monitor[]): MonitorLine[] {
  const lines = monitors.flatMap((monitor): MonitorLine[] =>
    monitor.environments.length === 0
      ? [{ monitor, state: undefined, runs: monitor.check_ins }]
      : monitor.environments.map((state) => ({
          monitor,
          state,
          runs: monitor.check_ins.filter(({ environment }) => environment === state.environment),
        })),
  )
  return lines.toSorted((one, other) => Number(isFailing(other)) - Number(isFailing(one)))
}

export function isFailing({ state }: MonitorLine): boolean {
  return state?.status === 'failing'
}

interface MonitorRowProps {
  line: MonitorLine
  /** Missing for those who may only look. */
  on: { edit: () => void; remove: () => void } | undefined
  onHeartbeat: () => void
}

export function MonitorRow({ line, on, onHeartbeat }: MonitorRowProps) {
  const { monitor, state, runs } = line
  const { slug, schedule, timezone, environments } = monitor
  const hasEnvironment = state !== undefined && (environments.length > 1 || state.environment !== 'production')
  return (
    <li
      className={`grid min-h-16 grid-cols-[0.875rem_minmax(0,1fr)_20.4375rem_6rem_6rem_2rem] items-center gap-x-4 gap-y-1 border-b border-border px-4 py-2 last:border-b-0 max-xl:grid-cols-[0.875rem_minmax(0,1fr)_6rem_6rem_2rem] phone:grid-cols-[0.875rem_minmax(0,1fr)_auto] ${isFailing(line) ? 'bg-error-wash' : ''}`}
    >
      <StateShape status={state?.status} />
      <div className="min-w-0">
        <p className="flex min-w-0 items-baseline gap-2">
          <strong className="from-event truncate text-14 font-semibold">{oneLine(slug)}</strong>
          {hasEnvironment && (
            <span className="from-event shrink-0 rounded-pill bg-pressed px-1.5 text-11 text-text-2">
              {oneLine(state.environment)}
            </span>
          )}
        </p>
        <p className="flex flex-wrap gap-x-2 text-12 text-text-2">
          <span className="from-event" title={schedule === null ? undefined : `${schedule} ${timezone}`}>
            {schedule === null ? t('no schedule') : scheduleText(schedule, timezone)}
          </span>
          <StateText state={state} />
        </p>
      </div>
      <div className="max-xl:order-last max-xl:col-span-full phone:col-span-full">
        <RunStrip runs={runs} />
      </div>
      <NextRun at={state?.next_due_at ?? null} />
      <Durations runs={runs} />
      <Menu
        align="end"
        trigger={
          <IconButton
            icon={Ellipsis}
            label={t('Actions for {{name}}', { name: slug })}
            className="phone:row-start-1 phone:col-start-3"
          />
        }
      >
        <MenuItem onSelect={onHeartbeat}>
          <Copy size={16} aria-hidden />
          {t('Heartbeat to paste')}
        </MenuItem>
        {on !== undefined && (
          <>
            <MenuItem onSelect={on.edit}>
              <Pencil size={16} aria-hidden />
              {t('Edit…')}
            </MenuItem>
            <MenuLine />
            <MenuItem isDanger onSelect={on.remove}>
              <Trash2 size={16} aria-hidden />
              {t('Delete…')}
            </MenuItem>
          </>
        )}
      </Menu>
    </li>
  )
}

function StateShape({ status }: { status: State['status'] | undefined }) {
  if (status === 'failing') return <CircleAlert size={14} aria-hidden className="shrink-0 text-error" />
  if (status === 'ok') return <CircleCheck size={14} aria-hidden className="shrink-0 text-ok" />
  return <Clock size={14} aria-hidden className="shrink-0 text-text-3" />
}

function StateText({ state }: { state: State | undefined }) {
  if (state === undefined || state.status === 'waiting') return <span>{t('waiting for its first result')}</span>
  const { status, last_status, last_check_in_at, failing_since } = state
  if (status === 'failing' && failing_since !== null)
    return (
      <span className="font-medium text-error-ink">
        {labelOfRun(last_status)} · <FailingSince at={failing_since} />
      </span>
    )
  return (
    <span>
      {labelOfRun(last_status)}
      {last_check_in_at !== null && (
        <>
          {' · '}
          <TimeAgo at={last_check_in_at} isPhrase />
        </>
      )}
    </span>
  )
}

function FailingSince({ at }: { at: string }) {
  const minutes = useNow((now) => now - (now % 60_000))
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {t('failing for {{age}}', { age: formatDuration(Math.max(0, minutes - Date.parse(at))) })}
    </time>
  )
}

function NextRun({ at }: { at: string | null }) {
  const now = useNow((time) => time - (time % 60_000))
  if (at === null) return <span className="phone:hidden" />
  const left = Date.parse(at) - now
  return (
    <time dateTime={at} title={formatDateTime(at)} className="text-12 text-text-2 tabular-nums phone:col-start-2">
      {left > 0 ? t('next in {{age}}', { age: formatDuration(left) }) : t('due now')}
    </time>
  )
}

/** The last duration, beside those of the runs before. */
function Durations({ runs }: { runs: readonly Run[] }) {
  const known = runs.flatMap(({ duration_ms: ms }) => (ms === null ? [] : [ms])).toReversed()
  const last = known.at(-1)
  if (last === undefined) return <span className="phone:hidden" />
  const peak = Math.max(1, ...known)
  const points = known.slice(-16).map((ms, index) => `${index * 3.2},${15 - (ms / peak) * 14}`)
  return (
    <span className="flex items-center justify-end gap-2 text-12 text-text-2 tabular-nums phone:hidden">
      <svg width="48" height="16" aria-hidden="true" className="shrink-0">
        <polyline points={points.join(' ')} className="fill-none stroke-chart-bar" strokeWidth="1.5" />
      </svg>
      {formatRun(last)}
    </span>
  )
}
