import { t } from '@bugle/presentation/i18n'
import { useState } from 'react'
import { Button } from './button.tsx'

const shownNodes = 200

/** Free-form data as a tree of text; the first level is open. */
export function DataTree({ data, depth = 0 }: { data: object; depth?: number }) {
  const [shown, setShown] = useState(shownNodes)
  const entries = Object.entries(data)
  return (
    <>
      <ul className={`grid gap-0.5 font-mono text-12 ${depth > 0 ? 'border-l border-border pl-3' : ''}`}>
        {entries.slice(0, shown).map(([key, value]) => (
          <li key={key} className="min-w-0">
            {typeof value === 'object' && value !== null && Object.keys(value).length > 0 ? (
              <details open={depth < 1}>
                <summary className="from-event min-h-6 text-text-3 coarse:py-3">{key}</summary>
                <DataTree data={value} depth={depth + 1} />
              </details>
            ) : (
              <span className="grid min-h-6 grid-cols-[minmax(0,10rem)_minmax(0,1fr)] gap-x-4 phone:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
                <span className="from-event text-text-3" dir="auto">
                  {key}
                </span>
                <span className="from-event min-w-0 whitespace-pre-wrap" dir="auto">
                  {typeof value === 'string' ? value : JSON.stringify(value)}
                </span>
              </span>
            )}
          </li>
        ))}
      </ul>
      {entries.length > shown && (
        <Button variant="quiet" className="mt-1" onClick={() => setShown(shown + shownNodes)}>
          {t('Show {{count, number}} more', { count: Math.min(shownNodes, entries.length - shown) })}
        </Button>
      )}
    </>
  )
}
