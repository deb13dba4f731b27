import { t } from '@bugle/presentation/i18n'
import { ShieldCheck } from 'lucide-react'

/** Names the personal data and secrets that were removed before the event was stored. */
export function Scrubbed({ paths }: { paths: string[] }) {
  if (paths.length === 0) return null
  return (
    <details className="text-12 text-text-3">
      <summary className="flex min-h-6 list-none items-center gap-2 coarse:min-h-11">
        <ShieldCheck size={14} aria-hidden className="shrink-0 text-ok" />
        {t('{{count, number}} fields with personal data or secrets were removed', { count: paths.length })}
      </summary>
      <ul className="from-event pl-6 font-mono">
        {paths.map((path) => (
          <li key={path}>{path}</li>
        ))}
      </ul>
    </details>
  )
}
