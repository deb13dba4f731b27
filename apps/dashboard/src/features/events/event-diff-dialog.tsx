import { formatTimestamp, oneLine } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Dialog } from '../../components/dialog.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { Count, Section } from '../../components/section.tsx'
import { Segments } from '../../components/segments.tsx'
import { indexed } from '../../lib/indexed.ts'
import { type DiffPart, type DiffRow, diffEvents, isSame } from './event-diff.ts'
import { type EventResponse, type EventView, eventQuery, oldestEventQuery } from './queries.ts'

interface EventDiffDialogProps {
  response: EventResponse
  latest: EventResponse | undefined
  /** The other event: the previous one (`before`), `oldest`, `latest`, or an id. */
  against: string
  onAgainst: (against: string) => void
  onClose: () => void
}

/** Compares two events of an issue: differences first, equal rows folded. */
export function EventDiffDialog({ response, latest, against, onAgainst, onClose }: EventDiffDialogProps) {
  const { event } = response
  const other = useOther(response, latest, against)
  const choices = [
    { value: 'before', label: t('Previous event') },
    { value: 'oldest', label: t('Oldest') },
    { value: 'latest', label: t('Latest') },
    ...(against.startsWith('evt_') ? [{ value: against, label: t('Selected event') }] : []),
  ]
  return (
    <Dialog title={t('Compare two events')} size="screen" onClose={onClose}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="text-text-2">{t('Compare with')}</span>
        <Segments label={t('Compare with')} value={against} options={choices} onChange={onAgainst} />
      </div>
      <Loaded query={other} name={t('the event')}>
        {(found) =>
          found === null || found.id === event.id ? (
            <p className="py-8 text-center text-text-2">{t('There is no other event.')}</p>
          ) : (
            <Differences one={event} other={found} />
          )
        }
      </Loaded>
    </Dialog>
  )
}

/** Loads the other event; its data is null where there is none. */
function useOther({ event, previous_id }: EventResponse, latest: EventResponse | undefined, against: string) {
  const id = against === 'before' ? previous_id : against
  const isById = id !== null && id !== 'oldest' && id !== 'latest'
  const byId = useQuery({ ...eventQuery(id ?? ''), enabled: isById })
  const oldest = useQuery({ ...oldestEventQuery(event.issue_id), enabled: id === 'oldest' })
  const query = id === 'oldest' ? oldest : byId
  const { isError, error, refetch } = query
  return {
    data: id === null ? null : id === 'latest' ? (latest?.event ?? null) : query.data?.event,
    isError,
    error,
    refetch,
  }
}

/** Name, side A and side B; stacked on phones. */
const columns =
  'grid grid-cols-[11rem_minmax(0,1fr)_minmax(0,1fr)] gap-x-4 gap-y-1 phone:flex phone:flex-col phone:items-start'

function Differences({ one, other }: { one: EventView; other: EventView }) {
  const parts = useMemo(() => diffEvents(one, other), [one, other])
  return (
    <div className="grid gap-6">
      <dl className={`${columns} sticky -top-4 z-[1] border-b border-border bg-overlay px-[calc(0.75rem+1px)] py-2`}>
        <EventName letter="A" event={one} />
        <EventName letter="B" event={other} />
      </dl>
      {parts.map((part) => (
        <Part key={part.title} part={part} />
      ))}
    </div>
  )
}

function EventName({ letter, event }: { letter: 'A' | 'B'; event: EventView }) {
  return (
    <div className={`flex min-w-0 items-center gap-2 ${letter === 'A' ? 'col-span-2' : ''}`}>
      <dt>
        <Letter>{letter}</Letter>
      </dt>
      <dd className="flex min-w-0 flex-wrap gap-x-3">
        <span className="tabular-nums">{formatTimestamp(event.occurred_at)}</span>
        <span className="from-event min-w-0 truncate font-mono text-12 leading-5 text-text-3" dir="auto">
          {oneLine(event.release ?? '')}
        </span>
      </dd>
    </div>
  )
}

/** Names the side by a letter: never by color alone. */
function Letter({ children }: { children: 'A' | 'B' }) {
  return (
    <span className="grid size-5 shrink-0 place-items-center rounded-pill bg-pressed font-mono text-11 font-semibold text-text-2">
      {children}
    </span>
  )
}

function Part({ part: { title, rows } }: { part: DiffPart }) {
  const differing = rows.filter((row) => !isSame(row)).length
  return (
    <Section
      title={
        <>
          {title}{' '}
          <Count>{differing === 0 ? t('identical') : t('{{count, number}} differ', { count: differing })}</Count>
        </>
      }
    >
      <div className="overflow-hidden rounded-card border border-border bg-surface">
        {indexed(runsOf(rows)).map(({ index, item: run }) =>
          isSame(run[0]!) ? <SameRows key={index} rows={run} /> : <Rows key={index} rows={run} />,
        )}
      </div>
    </Section>
  )
}

/** Groups consecutive rows that are all equal, or all differ. */
function runsOf(rows: DiffRow[]): DiffRow[][] {
  const runs: DiffRow[][] = []
  for (const row of rows) {
    const last = runs.at(-1)
    if (last !== undefined && isSame(last[0]!) === isSame(row)) last.push(row)
    else runs.push([row])
  }
  return runs
}

function SameRows({ rows }: { rows: DiffRow[] }) {
  return (
    <details className="group/same border-b border-border last:border-b-0">
      <summary className="flex min-h-8 items-center bg-sunken px-3 text-12 text-text-3 hover:text-text focus-visible:-outline-offset-2 coarse:min-h-11">
        {t('{{count, number}} identical', { count: rows.length })}
      </summary>
      <ul className="border-t border-border py-1">
        {indexed(rows).map(({ index, item: { name, one } }) => (
          <li key={index} className="flex gap-x-4 px-3 py-0.5 phone:flex-col">
            {name !== undefined && <Name>{name}</Name>}
            <Text>{one}</Text>
          </li>
        ))}
      </ul>
    </details>
  )
}

function Rows({ rows }: { rows: DiffRow[] }) {
  return (
    <ul className="border-b border-border last:border-b-0">
      {indexed(rows).map(({ index, item: { name, one, other } }) => (
        <li key={index} className={`${columns} border-b border-border px-3 py-1.5 last:border-b-0`}>
          {name !== undefined && <Name>{name}</Name>}
          <Side letter="A" isWide={name === undefined}>
            {one}
          </Side>
          <Side letter="B">{other}</Side>
        </li>
      ))}
    </ul>
  )
}

interface SideProps {
  letter: 'A' | 'B'
  /** Spans the column of the name too. */
  isWide?: boolean
  children: string | undefined
}

function Side({ letter, isWide = false, children }: SideProps) {
  return (
    <span className={`flex min-w-0 gap-2 ${isWide ? 'col-span-2' : ''}`}>
      <Letter>{letter}</Letter>
      {children === undefined ? <span className="text-text-3">{t('missing')}</span> : <Text>{children}</Text>}
    </span>
  )
}

function Name({ children }: { children: string }) {
  return (
    <span className="from-event w-44 shrink-0 font-mono text-12 leading-5 text-text-3 phone:w-auto" dir="auto">
      {oneLine(children)}
    </span>
  )
}

function Text({ children }: { children: string | undefined }) {
  return (
    <span className="from-event min-w-0 font-mono text-12 leading-5" dir="auto">
      {oneLine(children ?? '').slice(0, 2000)}
    </span>
  )
}
