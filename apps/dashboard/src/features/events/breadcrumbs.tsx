import { Activity, Database, Globe, type LucideIcon, MousePointerClick, Route, Terminal } from 'lucide-react'
import type { ReactNode } from 'react'
import { LevelIcon } from '../../components/level-icon.tsx'
import { moment, oneLine } from '../../lib/format.ts'
import { placed } from '../../lib/placed.ts'
import type { EventView } from './queries.ts'

const icons: [pattern: RegExp, icon: LucideIcon][] = [
  [/^(ui|touch|click)/i, MousePointerClick],
  [/^(navigation|route)/i, Route],
  [/^(http|fetch|xhr|request)/i, Globe],
  [/^(console|log)/i, Terminal],
  [/^(query|db|sql|database)/i, Database],
]
const gapMs = 5000

/** What led up to the error, oldest first like a terminal, the error as the last row. */
export function Breadcrumbs({ event }: { event: EventView }) {
  const crumbs = event.breadcrumbs.toSorted((one, other) => one.ts - other.ts)
  if (crumbs.length === 0) return <p className="text-text-3">No breadcrumbs came with this event.</p>
  const end = Date.parse(event.occurred_at)
  return (
    <section aria-labelledby="breadcrumbs-title" className="grid gap-2">
      <h2 id="breadcrumbs-title" className="section-title">
        Breadcrumbs <span className="font-normal text-text-3 tabular-nums">{crumbs.length}</span>
      </h2>
      <ol className="overflow-hidden rounded-card border border-border bg-surface">
        {placed(crumbs).map(({ at, item: crumb }) => {
          const gap = at === 0 ? 0 : crumb.ts - crumbs[at - 1]!.ts
          const Icon = icons.find(([pattern]) => pattern.test(crumb.category))?.[1] ?? Activity
          return (
            <li key={at} className="border-b border-border">
              {gap > gapMs && (
                <p className="border-b border-border bg-sunken px-3 py-0.5 text-12 text-text-3">
                  {Math.round(gap / 1000)} s nothing
                </p>
              )}
              <Crumb data={crumb.data}>
                <time
                  dateTime={new Date(crumb.ts).toISOString()}
                  title={moment(new Date(crumb.ts).toISOString())}
                  className="w-16 shrink-0 text-right text-12 text-text-3 tabular-nums"
                >
                  {secondsBefore(crumb.ts, end)}
                </time>
                <span className="flex w-28 shrink-0 items-center gap-2 text-text-2 phone:w-auto">
                  <Icon size={14} aria-hidden className="shrink-0" />
                  <span className="from-event truncate phone:max-w-20" dir="auto">
                    {oneLine(crumb.category)}
                  </span>
                </span>
                <span className="from-event min-w-0 grow" dir="auto">
                  {oneLine(crumb.message)}
                </span>
              </Crumb>
            </li>
          )
        })}
        <li className="flex min-h-8 items-center gap-3 bg-error-wash px-3 py-1.5 text-error-ink">
          <span className="w-16 shrink-0 text-right text-12 tabular-nums">0.0 s</span>
          <span className="flex min-w-0 items-center gap-2">
            <span>
              <LevelIcon level={event.level} size={14} />
            </span>
            <span className="from-event" dir="auto">
              {oneLine(`${event.exception_type}: ${event.message}`).slice(0, 300)}
            </span>
          </span>
        </li>
      </ol>
    </section>
  )
}

/** A row; its data opens below it when there is some. */
function Crumb({ data, children }: { data: unknown; children: ReactNode }) {
  const line = 'flex min-h-8 items-center gap-3 px-3 py-1.5'
  const isEmpty = data === null || data === undefined || Object.keys(data).length === 0
  if (isEmpty) return <div className={line}>{children}</div>
  return (
    <details>
      <summary className={`${line} list-none hover:bg-sunken focus-visible:-outline-offset-2`}>
        {children}
        <span aria-hidden className="shrink-0 text-text-3">
          …
        </span>
      </summary>
      <pre className="from-event px-3 pb-2 pl-22 font-mono text-12 whitespace-pre-wrap text-text-2 phone:pl-3">
        {JSON.stringify(data, null, 2)}
      </pre>
    </details>
  )
}

function secondsBefore(ts: number, end: number): string {
  const seconds = (ts - end) / 1000
  const sign = seconds < 0 ? '−' : '+'
  const size = Math.abs(seconds)
  if (size < 100) return `${sign}${size.toFixed(1)} s`
  return size < 6000 ? `${sign}${Math.round(size / 60)} min` : `${sign}${Math.round(size / 3600)} h`
}
