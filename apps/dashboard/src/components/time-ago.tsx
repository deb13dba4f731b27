import type { PointerEvent } from 'react'
import { age, momentInFull } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { useNow } from '../lib/use-now.ts'

/** How long ago, ticking; the exact time on hover. `isSaid` adds the word: `4 min ago`. */
export function TimeAgo({ at, isSaid = false }: { at: string; isSaid?: boolean }) {
  const text = useNow((now) => age(at, now))
  // Written when somebody points at it: a list has a hundred of them.
  const tellInFull = ({ currentTarget }: PointerEvent<HTMLTimeElement>) => {
    currentTarget.title = momentInFull(at)
  }
  return (
    <time dateTime={at} onPointerEnter={tellInFull} className="tabular-nums">
      {isSaid ? t('{{age}} ago', { age: text }) : text}
    </time>
  )
}
