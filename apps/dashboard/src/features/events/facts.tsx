import { CopyButton } from '../../components/copy-button.tsx'
import { exactCount, share } from '../../lib/format.ts'
import type { EventView } from './queries.ts'

interface TagCounts {
  key: string
  total: number
  other: number
  values: { value: string; count: number }[]
}

const shownKeys = 30
const shownValues = 5

/** How the events are spread over the values of each tag. */
export function TagFacets({ tags }: { tags: TagCounts[] }) {
  if (tags.length === 0) return <p className="text-text-3">No tags came with these events.</p>
  return (
    <section aria-labelledby="tags-title" className="grid gap-3">
      <h2 id="tags-title" className="section-title">
        Tags
      </h2>
      <dl className="grid gap-3">
        {tags.slice(0, shownKeys).map(({ key, total, values }) => (
          <div key={key} className="grid gap-1">
            <dt className="from-event font-mono text-12 text-text-3" dir="auto">
              {key}
            </dt>
            {values.slice(0, shownValues).map(({ value, count }) => (
              <dd key={value} className="relative flex items-baseline gap-2 overflow-hidden rounded-pill px-2 py-0.5">
                <Bar part={count} whole={total} />
                <span className="from-event relative min-w-0 grow truncate font-mono text-12" dir="auto" title={value}>
                  {value === '' ? '(empty)' : value}
                </span>
                <span
                  className="relative shrink-0 text-12 text-text-2 tabular-nums"
                  title={`${exactCount(count)} events`}
                >
                  {share(count, total)}
                </span>
              </dd>
            ))}
            {values.length > shownValues && (
              <dd className="px-2 text-12 text-text-3">+ {values.length - shownValues} more</dd>
            )}
          </div>
        ))}
      </dl>
      {tags.length > shownKeys && <p className="text-12 text-text-3">+ {tags.length - shownKeys} more keys</p>}
    </section>
  )
}

function Bar({ part, whole }: { part: number; whole: number }) {
  const width = whole === 0 ? 0 : (part / whole) * 100
  return (
    <svg aria-hidden="true" className="absolute inset-0 size-full" preserveAspectRatio="none" viewBox="0 0 100 1">
      <rect width="100" height="1" className="fill-sunken" />
      <rect width={width} height="1" className="fill-pressed" />
    </svg>
  )
}

/** What was running where, for whom. What did not come is left out. */
export function EventFacts({ event }: { event: EventView }) {
  const facts: [name: string, value: string | null | undefined][] = [
    ['Environment', event.environment],
    ['Release', event.release],
    ['Dist', event.dist],
    ['Platform', event.platform],
    ['App', event.app_id],
    ['User', event.user_id],
    ['Caught by', event.mechanism?.type],
    ['Handled', event.mechanism?.handled == null ? undefined : event.mechanism.handled ? 'yes' : 'no'],
    ['SDK', event.sdk && [event.sdk.name, event.sdk.version].filter(Boolean).join(' ')],
  ]
  return (
    <section aria-labelledby="event-title" className="grid gap-2">
      <h2 id="event-title" className="section-title">
        This event
      </h2>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        {facts
          .filter(([, value]) => value)
          .map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-text-3">{name}</dt>
              <dd className="from-event font-mono text-12 leading-5" dir="auto">
                {value}
              </dd>
            </div>
          ))}
      </dl>
    </section>
  )
}

/** Free-form data of an event, as a tree of text. */
export function DataSections({ event }: { event: EventView }) {
  const sections = [
    ['Tags of this event', event.tags],
    ['Contexts', event.contexts],
    ['Extra', event.extra],
    ['Other fields', event.other],
  ] as const
  return sections
    .filter(([, data]) => Object.keys(data).length > 0)
    .map(([title, data]) => (
      <section key={title} className="grid gap-2">
        <div className="flex items-center gap-2">
          <h2 className="section-title">{title}</h2>
          <CopyButton text={JSON.stringify(data, null, 2)} label={`Copy ${title.toLowerCase()}`} />
        </div>
        <div className="rounded-card border border-border bg-surface px-3 py-2">
          <Tree data={data} depth={0} />
        </div>
      </section>
    ))
}

const shownNodes = 200

function Tree({ data, depth }: { data: object; depth: number }) {
  const entries = Object.entries(data)
  return (
    <ul className={`grid gap-0.5 font-mono text-12 ${depth > 0 ? 'border-l border-border pl-3' : ''}`}>
      {entries.slice(0, shownNodes).map(([key, value]) => (
        <li key={key}>
          {typeof value === 'object' && value !== null && Object.keys(value).length > 0 ? (
            <details open={depth < 1}>
              <summary className="from-event min-h-6 text-text-3 coarse:min-h-11">{key}</summary>
              <Tree data={value} depth={depth + 1} />
            </details>
          ) : (
            <span className="flex min-h-6 flex-wrap gap-x-3">
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
      {entries.length > shownNodes && <li className="text-text-3">+ {entries.length - shownNodes} more</li>}
    </ul>
  )
}
