import { exactCount, oneLine } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { reasonLabel, remedyOf } from '@bugle/presentation/refusals'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { Loaded } from '../../components/loaded.tsx'
import { Section } from '../../components/section.tsx'
import { outcomesQuery } from './overview-queries.ts'
import type { Project } from './queries.ts'

/** Refused and dropped events, with reasons and remedies. */
export function Outcomes({ project, hours }: { project: Project; hours: number }) {
  const drops = useQuery(outcomesQuery(project.id, hours))
  return (
    <Section title={t('Refused')}>
      <Loaded query={drops} name={t('the refused events')} waiting={<div className="skeleton h-16" />}>
        {({ refused, reported, unsupported, filtered }) => (
          <>
            <Reasons
              project={project}
              drops={[
                ...refused.map((drop) => ({ ...drop, isReported: false })),
                ...reported.map((drop) => ({ ...drop, isReported: true })),
              ].filter(({ total }) => total > 0)}
            />
            <NotKept counts={[...unsupported, ...filtered]} />
          </>
        )}
      </Loaded>
    </Section>
  )
}

/** Items of Sentry's SDKs and OpenTelemetry that arrive and are not kept: no loss, but traffic. */
function NotKept({ counts }: { counts: { reason: string; total: number }[] }) {
  const shown = counts.filter(({ total }) => total > 0)
  if (shown.length === 0) return null
  return (
    <div className="grid gap-1 text-12 text-text-2">
      <p>
        {t('Received and not kept:')}{' '}
        {shown.map(({ reason, total }, index) => (
          <span key={reason} className="from-event">
            {index > 0 && ' · '}
            {exactCount(total)} {oneLine(reason)}
          </span>
        ))}
      </p>
      {shown.some(({ reason }) => /^(?:transaction|span|profile)/.test(reason)) && (
        <p className="text-text-3">
          {t('Turn tracing off in the SDK: {{option}}.', { option: 'tracesSampleRate: 0' })}
        </p>
      )}
    </div>
  )
}

interface ReasonsProps {
  project: Project
  /** `isReported` for events that SDKs dropped themselves. */
  drops: { reason: string; total: number; isReported: boolean }[]
}

function Reasons({ project, drops }: ReasonsProps) {
  if (drops.length === 0)
    return (
      <p className="flex items-center gap-2 text-text-2">
        <CircleCheck size={16} aria-hidden className="text-ok" />
        {t('Nothing was refused or dropped.')}
      </p>
    )
  return (
    <ul className="rounded-card border border-border bg-surface">
      {drops.map(({ reason, total, isReported }) => (
        <li
          key={`${isReported} ${reason}`}
          className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-b border-border px-3 py-2 last:border-b-0"
        >
          <span className="from-event font-medium">
            {oneLine(reasonLabel(reason))}
            {isReported && <span className="font-normal text-text-3"> · {t('dropped by the program')}</span>}
          </span>
          <span className="text-right tabular-nums">{exactCount(total)}</span>
          <span className="col-span-2 text-12 text-text-2">{remedyOf(reason, project)}</span>
        </li>
      ))}
    </ul>
  )
}
