import { cutMiddle, formatDateTime, oneLine } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import type { Bar } from '../lib/buckets.ts'

/** A moment marked in a chart, such as the first event of a release. */
export interface Mark {
  at: string
  label: string
}

interface ChartMarksProps {
  marks: Mark[]
  bars: Bar[]
  width: number
  ground: number
  onMark: ((mark: Mark) => void) | undefined
}

/** Greatest width of a flag. It grows with the size of text that the reader chose. */
const flagRem = 7

/** Draws a dashed line with a flag for each mark. Flags that would overlap become one that counts them. */
export function ChartMarks({ marks, bars, width, ground, onMark }: ChartMarksProps) {
  const first = bars[0]?.from
  const last = bars.at(-1)?.to
  if (first === undefined || last === undefined || width === 0) return null
  const room = flagRem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  /** A flag without room to its right hangs to the left. */
  const hangsLeft = (x: number) => width - x < Math.min(room, x)
  const flags: { x: number; marks: Mark[] }[] = []
  for (const mark of marks.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))) {
    const time = Date.parse(mark.at)
    if (time < first || time >= last) continue
    const x = ((time - first) / (last - first)) * width
    const before = flags.at(-1)
    const needed = hangsLeft(x) ? 2 * room : room
    if (before !== undefined && x - before.x < needed) before.marks.push(mark)
    else flags.push({ x, marks: [mark] })
  }
  return flags.map(({ x, marks: here }) => {
    const text =
      here.length === 1 ? shortened(oneLine(here[0]!.label)) : t('{{count, number}} releases', { count: here.length })
    const title = here.map(({ at, label }) => `${oneLine(label)}, ${formatDateTime(at)}`).join('\n')
    return (
      <div
        key={`${x} ${text}`}
        className="pointer-events-none absolute top-0 border-l border-dashed border-text-3"
        style={{ left: Math.min(x, width - 2), height: ground }}
      >
        <button
          type="button"
          title={title}
          disabled={onMark === undefined || here.length > 1}
          onClick={() => onMark?.(here[0]!)}
          className={`from-event pointer-events-auto absolute top-0 truncate rounded-pill bg-surface px-1 font-mono text-11 text-text-2 enabled:hover:bg-pressed enabled:hover:text-text ${hangsLeft(x) ? 'right-0.5' : 'left-0.5'}`}
          style={{ maxWidth: Math.min(room, (hangsLeft(x) ? x : width - x) - 4) }}
        >
          {text}
        </button>
      </div>
    )
  })
}

/** Shortens `field-notes@2.3.1+121` to the part that distinguishes releases: `2.3.1+121`. */
function shortened(release: string): string {
  return release.length <= 15 ? release : cutMiddle(release.slice(release.lastIndexOf('@') + 1), 15)
}
