import { t } from '@bugle/presentation/i18n'
import { resolvedLabel, snoozedLabel } from '@bugle/presentation/status-text'
import { AlarmClock, BellOff, CircleCheck, CloudUpload, RotateCcw, Sparkles, TrendingUp } from 'lucide-react'
import type { ReactNode } from 'react'

interface State {
  status: 'unresolved' | 'snoozed' | 'resolved' | 'ignored'
  substatus: 'new' | 'ongoing' | 'regressed' | 'escalating' | null
  snooze: { until: string | null; events: number | null; users: number | null } | null
  resolution: { mode: string; release: string | null } | null
}

function Pill({ className, icon, children }: { className: string; icon: ReactNode; children: ReactNode }) {
  return (
    <span
      className={`inline-flex shrink-0 items-center gap-1 rounded-pill px-1.5 py-px text-11 font-medium inset-ring ${className}`}
    >
      {icon}
      {children}
    </span>
  )
}

/**
 * The status of an issue, always with its condition. An ongoing issue has no pill.
 *
 * @param isUnsent whether the server has not confirmed it yet
 */
export function StatusPill({ state, isUnsent = false }: { state: State; isUnsent?: boolean }) {
  if (!isUnsent) return <KnownPill state={state} />
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5">
      <KnownPill state={state} />
      <span className="inline-flex items-center gap-1 text-11 whitespace-nowrap text-warning-ink">
        <CloudUpload size={12} aria-hidden />
        {t('not sent yet')}
      </span>
    </span>
  )
}

function KnownPill({ state }: { state: State }) {
  const icon = { size: 12, 'aria-hidden': true } as const
  if (state.status === 'resolved')
    return (
      <Pill className="bg-ok-wash text-ok-ink inset-ring-ok-ink/30" icon={<CircleCheck {...icon} />}>
        {resolvedLabel(state.resolution)}
      </Pill>
    )
  if (state.status === 'ignored')
    return (
      <Pill className="bg-pressed text-text-2 inset-ring-border" icon={<BellOff {...icon} />}>
        {t('Ignored forever')}
      </Pill>
    )
  if (state.status === 'snoozed')
    return (
      <Pill className="bg-snooze-wash text-snooze-ink inset-ring-snooze-ink/30" icon={<AlarmClock {...icon} />}>
        {snoozedLabel(state.snooze)}
      </Pill>
    )
  if (state.substatus === 'new')
    return (
      <Pill className="bg-info-wash text-info-ink inset-ring-info-ink/30" icon={<Sparkles {...icon} />}>
        {t('New')}
      </Pill>
    )
  if (state.substatus === 'regressed')
    return (
      <Pill className="bg-error-wash text-error-ink inset-ring-error-ink/30" icon={<RotateCcw {...icon} />}>
        {t('Regressed')}
      </Pill>
    )
  if (state.substatus === 'escalating')
    return (
      <Pill className="bg-warning-wash text-warning-ink inset-ring-warning-ink/30" icon={<TrendingUp {...icon} />}>
        {t('Escalating')}
      </Pill>
    )
  return null
}
