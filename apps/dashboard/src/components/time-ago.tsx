import { age, momentInFull } from '../lib/format.ts'
import { useNow } from '../lib/use-now.ts'

/** How long ago, ticking; the exact time on hover. */
export function TimeAgo({ at, suffix = '' }: { at: string; suffix?: string }) {
  const now = useNow()
  return (
    <time dateTime={at} title={momentInFull(at)} className="tabular-nums">
      {age(at, now)}
      {suffix}
    </time>
  )
}
