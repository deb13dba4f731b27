import { t } from '@bugle/presentation/i18n'
import type { Level } from '@bugle/protocol/vocabulary'
import { Info, TriangleAlert } from 'lucide-react'

export function levelLabel(level: Level): string {
  return { fatal: t('Fatal'), error: t('Error'), warning: t('Warning'), info: t('Info') }[level]
}

/** A level by shape and word first; its color comes third. */
export function LevelIcon({ level, size = 16 }: { level: Level; size?: number }) {
  const label = levelLabel(level)
  if (level === 'warning') return <TriangleAlert size={size} className="shrink-0 text-warning" aria-label={label} />
  if (level === 'info') return <Info size={size} className="shrink-0 text-info" aria-label={label} />
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      role="img"
      aria-label={label}
      className={`shrink-0 ${level === 'fatal' ? 'text-fatal' : 'text-error'}`}
    >
      {level === 'fatal' ? (
        <>
          <path d="M7.9 1.5h8.2l6.4 6.4v8.2l-6.4 6.4H7.9l-6.4-6.4V7.9z" fill="currentColor" />
          <path d="m15.5 8.5-7 7m0-7 7 7" className="stroke-surface" strokeWidth="2.4" strokeLinecap="round" />
        </>
      ) : (
        <>
          <circle cx="12" cy="12" r="11" fill="currentColor" />
          <path d="M12 6.5v6.5m0 4v.01" className="stroke-surface" strokeWidth="2.6" strokeLinecap="round" />
        </>
      )}
    </svg>
  )
}
