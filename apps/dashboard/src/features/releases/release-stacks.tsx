import { exactCount } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { Link } from '@tanstack/react-router'
import { CircleCheck, MapPinOff } from 'lucide-react'
import { Section } from '../../components/section.tsx'
import type { ReleaseDetails } from './queries.ts'

/** How many stacks of minified code are readable, and how many are not. */
export function ReleaseStacks({ release: { stacks } }: { release: ReleaseDetails }) {
  const { resolved, unresolved } = stacks
  if (resolved.stacks + unresolved.stacks === 0) return null
  return (
    <Section
      title={t('Stacks of minified code')}
      aside={
        unresolved.stacks > 0 && (
          <Link
            to="/help/stack-still-minified"
            className="ml-auto inline-flex min-h-6 items-center text-12 text-accent-ink hover:underline coarse:min-h-11"
          >
            {t('My stack is still minified')}
          </Link>
        )
      }
    >
      <ul className="rounded-card border border-border bg-surface">
        <li className="flex items-center gap-2 border-b border-border px-3 py-2">
          <CircleCheck size={16} aria-hidden className="text-ok-ink" />
          <span className="grow">{t('Readable: {{stacks}}', { stacks: exactCount(resolved.stacks) })}</span>
          <span className="text-text-3 tabular-nums">{t('{{count, number}} events', { count: resolved.events })}</span>
        </li>
        <li className="flex items-center gap-2 px-3 py-2">
          <MapPinOff size={16} aria-hidden className={unresolved.stacks === 0 ? 'text-text-3' : 'text-warning-ink'} />
          <span className="grow">
            {t('Minified in part or whole: {{stacks}}', { stacks: exactCount(unresolved.stacks) })}
          </span>
          <span className="text-text-3 tabular-nums">
            {t('{{count, number}} events', { count: unresolved.events })}
          </span>
        </li>
      </ul>
    </Section>
  )
}
