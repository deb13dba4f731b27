import { age, momentInFull } from '../lib/format.ts'
import { useNow } from '../lib/use-now.ts'
import { t } from '../lib/words.ts'

/** How long ago, ticking; the exact time on hover. `isSaid` adds the word: `4 min ago`. */
export function TimeAgo({ at, isSaid = false }: { at: string; isSaid?: boolean }) {
  const now = useNow()
  const text = age(at, now)
  return (
    <time dateTime={at} title={momentInFull(at)} className="tabular-nums">
      {isSaid ? t('{{age}} ago', { age: text }) : text}
    </time>
  )
}
