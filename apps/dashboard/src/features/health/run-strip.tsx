import { formatRun } from '@bugle/presentation/figures'
import { formatDateTime } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import type { Monitor } from './queries.ts'

type Run = Monitor['check_ins'][number]

const slots = 30
const step = 11
const height = 20

/** The last 30 runs, oldest first: in time is low, running half, failed full; a missed one is an outline. */
export function RunStrip({ runs }: { runs: readonly Run[] }) {
  const shown = runs.slice(0, slots).toReversed()
  const bad = shown.filter(({ status }) => status !== 'ok' && status !== 'in_progress').length
  const first = slots - shown.length
  return (
    <svg
      viewBox={`0 0 ${slots * step - 3} ${height}`}
      className="h-5 w-full max-w-[20.4375rem]"
      preserveAspectRatio="none"
      role="img"
      aria-label={t('{{failed}} of the last {{all}} check-ins failed', { failed: bad, all: shown.length })}
    >
      {first > 0 && <path d={emptySlots(first)} className="fill-border" />}
      {shown.map((run, index) => (
        <Bar key={`${run.id} ${run.started_at}`} run={run} x={(first + index) * step} />
      ))}
    </svg>
  )
}

/** A tick for each run that there was not yet. */
function emptySlots(count: number): string {
  return Array.from({ length: count }, (_, index) => `M${index * step} ${height}v-1h8v1z`).join('')
}

const bars: Record<Run['status'], { tall: number; look: string }> = {
  ok: { tall: 8, look: 'fill-ok' },
  in_progress: { tall: 12, look: 'fill-chart-bar' },
  timeout: { tall: 14, look: 'fill-warning' },
  error: { tall: 20, look: 'fill-error' },
  missed: { tall: 19, look: 'fill-none stroke-warning' },
}

function Bar({ run, x }: { run: Run; x: number }) {
  const { tall, look } = bars[run.status]
  const isOutline = run.status === 'missed'
  return (
    <rect
      x={isOutline ? x + 0.5 : x}
      y={height - tall - (isOutline ? 0.5 : 0)}
      width={isOutline ? 7 : 8}
      height={tall}
      rx="1"
      className={look}
    >
      <title>{runText(run)}</title>
    </rect>
  )
}

function runText({ status, started_at, duration_ms }: Run): string {
  const parts = [formatDateTime(started_at), labelOfRun(status), duration_ms === null ? '' : formatRun(duration_ms)]
  return parts.filter((part) => part !== '').join(' · ')
}

export function labelOfRun(status: string | null): string {
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
