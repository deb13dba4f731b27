import { crumbsInOrder } from '@bugle/presentation/crumb-order'
import { crumbText } from '@bugle/presentation/crumb-text'
import { formatOffset, formatTimestamp, oneLine, titleOf } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { Activity, Database, Globe, type LucideIcon, MousePointerClick, Route, Terminal } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { LevelIcon } from '../../components/level-icon.tsx'
import { Count, Section } from '../../components/section.tsx'
import { indexed } from '../../lib/indexed.ts'
import { keyboardScrollable } from '../../lib/keyboard-scrollable.ts'
import { useKeys } from '../../lib/use-keys.ts'
import type { EventView } from './queries.ts'

type Crumb = EventView['breadcrumbs'][number]

const kinds: [name: string, pattern: RegExp, icon: LucideIcon][] = [
  ['ui', /^(ui|touch|click)/i, MousePointerClick],
  ['navigation', /^(navigation|route)/i, Route],
  ['http', /^(http|fetch|xhr|request)/i, Globe],
  ['console', /^(console|log)/i, Terminal],
  ['query', /^(query|db|sql|database)/i, Database],
]
const gapMs = 5000

function kindOf({ category }: Crumb): string {
  return kinds.find(([, pattern]) => pattern.test(category))?.[0] ?? oneLine(category).split('.')[0]!
}

function toItsEnd(box: HTMLElement | null): void {
  if (box !== null) box.scrollTop = box.scrollHeight
}

/**
 * The breadcrumbs before the error, oldest first like a terminal, with the error as the last row, scrolled into view.
 */
export function Breadcrumbs({ event }: { event: EventView }) {
  const crumbs = crumbsInOrder(event.breadcrumbs)
  const [kind, setKind] = useState<string>()
  const id = useId()
  useKeys({ b: () => document.getElementById(id)?.focus() })
  if (crumbs.length === 0) return <p className="text-text-3">{t('This event has no breadcrumbs.')}</p>
  const counts = Map.groupBy(crumbs, kindOf)
  const shown = kind === undefined ? crumbs : crumbs.filter((crumb) => kindOf(crumb) === kind)
  return (
    <Section
      title={
        <>
          {t('Breadcrumbs')} <Count>{crumbs.length}</Count>
        </>
      }
      aside={
        counts.size > 1 && (
          <fieldset className="flex flex-wrap gap-1">
            <legend className="sr-only">{t('Breadcrumbs shown')}</legend>
            <Chip isOn={kind === undefined} onClick={() => setKind(undefined)}>
              {t('All')}
            </Chip>
            {[...counts].slice(0, 8).map(([name, { length }]) => (
              <Chip key={name} isOn={kind === name} onClick={() => setKind(kind === name ? undefined : name)}>
                <span className="from-event max-w-32 truncate">{name}</span>
                <span className="text-text-3 tabular-nums">{length}</span>
              </Chip>
            ))}
          </fieldset>
        )
      }
    >
      <ol
        // Remounts for another event or kind, so that it is scrolled to its end again.
        key={`${event.id} ${kind}`}
        id={id}
        ref={toItsEnd}
        {...keyboardScrollable}
        className="relative max-h-[27rem] overflow-y-auto rounded-card border border-border bg-surface focus-visible:-outline-offset-2"
      >
        {indexed(shown).map(({ index, item: crumb }) => (
          <CrumbRow key={index} crumb={crumb} before={shown[index - 1]} event={event} />
        ))}
        <li className="flex min-h-8 items-center gap-3 bg-error-wash px-3 py-1.5 text-error-ink">
          <span className="w-16 shrink-0 text-right text-12 tabular-nums phone:w-12">0.0 s</span>
          <span className="flex min-w-0 items-center gap-2">
            <LevelIcon level={event.level} size={14} />
            <span className="from-event" dir="auto">
              {titleOf({ type: event.exception_type, message: event.message }).slice(0, 300)}
            </span>
          </span>
        </li>
      </ol>
    </Section>
  )
}

function Chip({ isOn, onClick, children }: { isOn: boolean; onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onClick}
      className="inline-flex min-h-6 items-center gap-1 rounded-full border border-border px-2 text-12 text-text-2 hover:bg-pressed aria-pressed:border-ring aria-pressed:bg-accent-wash aria-pressed:text-text coarse:min-h-11 coarse:min-w-11 coarse:justify-center"
    >
      {children}
    </button>
  )
}

function CrumbRow({ crumb, before, event }: { crumb: Crumb; before: Crumb | undefined; event: EventView }) {
  const gap = crumb.ts === null ? 0 : crumb.ts - (before?.ts ?? crumb.ts)
  const Icon = kinds.find(([, pattern]) => pattern.test(crumb.category))?.[2] ?? Activity
  const text = crumbText(crumb)
  return (
    <li className="border-b border-border">
      {gap > gapMs && (
        <p className="border-b border-border bg-sunken px-3 py-0.5 text-12 text-text-3">
          {t('{{seconds}} s idle', { seconds: Math.round(gap / 1000) })}
        </p>
      )}
      <CrumbLine data={crumb.data} isLong={text.length > longMessage}>
        <span className="w-16 shrink-0 text-right text-12 text-text-3 tabular-nums phone:w-12">
          {crumb.ts === null ? '–' : <Time at={crumb.ts} end={Date.parse(event.occurred_at)} />}
        </span>
        <span className="flex w-28 shrink-0 items-center gap-2 text-text-2 phone:w-auto">
          <Icon size={14} aria-hidden className="shrink-0" />
          <span className="from-event truncate phone:sr-only" dir="auto">
            {oneLine(crumb.category)}
          </span>
        </span>
        <span className="from-event line-clamp-1 min-w-0 grow group-open/crumb:line-clamp-none" dir="auto">
          {oneLine(text)}
        </span>
        {statusOf(crumb)}
      </CrumbLine>
    </li>
  )
}

function Time({ at, end }: { at: number; end: number }) {
  const iso = new Date(at).toISOString()
  return (
    <time dateTime={iso} title={formatTimestamp(iso)}>
      {formatOffset(at, end)}
    </time>
  )
}

/** The status of a request, where the breadcrumb has one. */
function statusOf({ data }: Crumb): ReactNode {
  const status = data?.status_code ?? data?.status
  if (typeof status !== 'number') return null
  const isBad = status === 0 || status >= 400
  return (
    <span className={`shrink-0 font-mono text-12 ${isBad ? 'text-error-ink' : 'text-text-3'}`}>
      {status === 0 ? t('failed') : status}
    </span>
  )
}

/** Length from which a message may be truncated by the width of its row. */
const longMessage = 40

/** A row that opens to the whole message and its data, where there is more to show. */
function CrumbLine({ data, isLong, children }: { data: unknown; isLong: boolean; children: ReactNode }) {
  const line = 'flex min-h-8 items-center gap-3 px-3 py-1.5'
  const isEmpty = data === null || data === undefined || Object.keys(data).length === 0
  if (isEmpty && !isLong) return <div className={line}>{children}</div>
  return (
    <details className="group/crumb">
      <summary className={`${line} list-none hover:bg-sunken focus-visible:-outline-offset-2`}>
        {children}
        {!isEmpty && (
          <span aria-hidden className="shrink-0 text-text-3">
            …
          </span>
        )}
      </summary>
      {!isEmpty && (
        <pre className="from-event px-3 pb-2 pl-22 font-mono text-12 whitespace-pre-wrap text-text-2 phone:pl-3">
          {JSON.stringify(data, null, 2)}
        </pre>
      )}
    </details>
  )
}
