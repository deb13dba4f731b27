import { exactCount, oneLine } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { reasonLabel, remedyOf } from '@bugle/presentation/refusals'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { Loaded } from '../../components/loaded.tsx'
import { Section } from '../../components/section.tsx'
import { outcomesQuery, type Project } from './queries.ts'

/** Refused and dropped events, with reasons and remedies. */
export function Outcomes({ project, hours }: { project: Project; hours: number }) {
  const drops = useQuery(outcomesQuery(project.id, hours))
  return (
    <Section title={t('Refused')}>
      <Loaded query={drops} name={t('the refused events')} waiting={<div className="skeleton h-16" />}>
        {({ refused, reported }) => (
          <Reasons
            project={project}
            drops={[
              ...refused.map((drop) => ({ ...drop, isReported: false })),
              ...reported.map((drop) => ({ ...drop, isReported: true })),
            ].filter(({ total }) => total > 0)}
          />
        )}
      </Loaded>
    </Section>
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
