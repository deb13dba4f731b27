import { formatAge, formatTimestampWithZone } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import type { PointerEvent } from 'react'
import { useNow } from '../lib/use-now.ts'

/** A relative time that ticks, with the exact time as its tooltip. `isPhrase` makes a phrase of it: `4 min ago`. */
export function TimeAgo({ at, isPhrase = false }: { at: string; isPhrase?: boolean }) {
  const text = useNow((now) => formatAge(at, now))
  // Formatted only on hover: a list shows a hundred of these.
  const showInFull = ({ currentTarget }: PointerEvent<HTMLTimeElement>) => {
    currentTarget.title = formatTimestampWithZone(at)
  }
  return (
    <time dateTime={at} onPointerEnter={showInFull} className="tabular-nums">
      {isPhrase ? t('{{age}} ago', { age: text }) : text}
    </time>
  )
}
