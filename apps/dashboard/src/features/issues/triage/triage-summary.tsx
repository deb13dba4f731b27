import { titleOf } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { Link } from '@tanstack/react-router'
import { ListChecks } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../../components/button.tsx'
import { LevelIcon } from '../../../components/level-icon.tsx'
import type { TriageStep } from './use-triage.ts'

/** Lists the triaged issues, each with its undo. */
export function TriageSummary({
  steps,
  skipped,
  children,
}: {
  steps: TriageStep[]
  skipped: number
  children: ReactNode
}) {
  return (
    <div className="mx-auto grid max-w-3xl gap-4 p-6 phone:p-4">
      <h1 className="flex items-center gap-3 text-20 font-semibold">
        <ListChecks size={24} aria-hidden className="text-ok" />
        {t('All caught up')}
      </h1>
      <p className="text-text-2">
        {t('{{count, number}} triaged', { count: steps.length })}, {t('{{count, number}} skipped', { count: skipped })}
      </p>
      {steps.length > 0 && (
        <ul aria-label={t('Decisions')} className="rounded-card border border-border bg-surface">
          {steps.map((step) => (
            <Step key={step.issue.id} step={step} />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2">{children}</div>
    </div>
  )
}

function Step({ step: { issue, text, undo, isUndone } }: { step: TriageStep }) {
  return (
    <li className="flex min-h-12 items-center gap-3 border-b border-border py-1 pr-2 pl-4 last:border-b-0">
      <LevelIcon level={issue.level} />
      <Link to="/issues/$issueId" params={{ issueId: issue.id }} className="grid min-w-0 grow hover:underline">
        <span className="from-event truncate text-14" dir="auto">
          {titleOf(issue)}
        </span>
        <span className="truncate text-12 text-text-3">
          {isUndone ? t('{{id}} restored', { id: issue.short_id }) : text}
        </span>
      </Link>
      {undo !== undefined && !isUndone && (
        <Button variant="quiet" className="shrink-0 text-accent-ink" onClick={undo}>
          {t('Undo')}
        </Button>
      )}
    </li>
  )
}
