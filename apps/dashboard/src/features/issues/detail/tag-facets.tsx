import type { Schemas } from '@bugle/api-client'
import { formatPercent, formatShare, oneLine, shortCount } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { queryTerm, tagKey } from '@bugle/protocol/vocabulary'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type MouseEvent, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { CopyButton } from '../../../components/copy-button.tsx'
import { Section } from '../../../components/section.tsx'
import { changesQuery } from '../queries.ts'

const shownKeys = 30
const shownValues = 5

interface TagFacetsProps {
  tags: Schemas['TagCounts'][]
  /** Tags of the shown event. */
  own?: Readonly<Record<string, unknown>> | undefined
  issueId: string
}

/**
 * The distribution of the issue's events over the values of each tag, and the values of the shown event. A value links
 * to its events.
 */
export function TagFacets({ tags: counted, own = {}, issueId }: TagFacetsProps) {
  const [part, setPart] = useState('')
  const tags = withOwnKeys(counted, own)
  const distinctive = useQuery(changesQuery(issueId)).data?.distinctive_values ?? []
  if (tags.length === 0) return null
  const found = tags.filter(({ key }) => key.toLowerCase().includes(part.toLowerCase()))
  return (
    <Section
      title={t('Tags')}
      aside={
        Object.keys(own).length > 0 && (
          <>
            <span className="grow text-12 text-text-3">{t('bold: this event')}</span>
            <CopyButton text={JSON.stringify(own, null, 2)} label={t('Copy tags of this event')} />
          </>
        )
      }
    >
      {tags.length > 8 && (
        <input
          type="search"
          className="input min-h-8 text-12"
          aria-label={t('Find a tag')}
          placeholder={t('Find a tag')}
          value={part}
          onChange={(event) => setPart(event.target.value)}
        />
      )}
      <dl className="grid gap-3">
        {found.slice(0, shownKeys).map((tag) => (
          <Facet
            key={tag.key}
            tag={tag}
            own={ownValue(own, tag.key)}
            issueId={issueId}
            usual={
              new Map(
                distinctive.flatMap((one) => (one.key === `tag.${tag.key}` ? [[one.value, one.usual_share]] : [])),
              )
            }
          />
        ))}
      </dl>
      {found.length > shownKeys && (
        <p className="text-12 text-text-3">{t('{{count, number}} more keys', { count: found.length - shownKeys })}</p>
      )}
    </Section>
  )
}

interface FacetProps {
  tag: Schemas['TagCounts']
  /** Value of the shown event. */
  own: string | undefined
  issueId: string
  /** Share of a value elsewhere, for values that stand out here. */
  usual: ReadonlyMap<string, number | null>
}

function Facet({ tag, own, issueId, usual }: FacetProps) {
  const { key, total, other } = tag
  const [isWhole, setWhole] = useState(false)
  const values = byFrequency(tag.values)
  const different = differentValues(tag)
  const first = isWhole ? values : different === undefined ? values.slice(0, shownValues) : []
  const isOwnMissing = own !== undefined && first.every(({ value }) => value !== own)
  const shown = isOwnMissing ? [...first, values.find(({ value }) => value === own) ?? { value: own, count: 0 }] : first
  const rest = isWhole && !isOwnMissing ? other : total - sumOf(shown)
  const navigate = useNavigate()
  const exclude = (event: MouseEvent, term: string) => {
    if (!event.altKey) return
    // The browser would download the page.
    event.preventDefault()
    void navigate({ to: '/issues/$issueId', params: { issueId }, search: { query: `!${term}`, list: true } })
  }
  return (
    <div className="grid gap-1">
      <dt className="from-event font-mono text-12 text-text-3" dir="auto">
        {oneLine(key)}
      </dt>
      {different !== undefined && (
        <dd className="px-2 text-text-2">{t('{{count, number}} different values', { count: different })}</dd>
      )}
      {shown.map(({ value, count }) => (
        <dd key={value}>
          <Link
            to="/issues/$issueId"
            params={{ issueId }}
            search={{ query: queryTerm(tagKey(key), value), list: true }}
            resetScroll={false}
            aria-current={value === own ? true : undefined}
            onClick={(event) => exclude(event, queryTerm(tagKey(key), value))}
            title={t('Show the {{count, number}} events with {{value}}. Alt-click: those without', { value, count })}
            className="group relative flex items-baseline gap-2 overflow-hidden rounded-pill px-2 py-0.5 hover:outline-1 hover:outline-border-strong coarse:min-h-11 coarse:items-center"
          >
            <FacetBar part={count} whole={total} />
            <span
              className="from-event relative min-w-0 grow truncate font-mono text-12 group-aria-[current]:font-semibold"
              dir="auto"
            >
              {value === '' ? t('(empty)') : oneLine(value)}
            </span>
            <span className="relative shrink-0 text-12 text-text-2 tabular-nums">
              {usual.get(value) != null && (
                <span className="text-text-3">
                  {t('usually {{share}}', { share: formatPercent(usual.get(value)!) })} ·{' '}
                </span>
              )}
              {count > 0 && (
                <>
                  {formatShare(count, total)} <span className="text-text-3">· {shortCount(count)}</span>
                </>
              )}
            </span>
          </Link>
        </dd>
      ))}
      {rest > 0 && different === undefined && (
        <dd className="flex justify-between px-2 text-12 text-text-3 tabular-nums">
          {t('other values')}
          <span>
            {formatShare(rest, total)} · {shortCount(rest)}
          </span>
        </dd>
      )}
      {values.length > (different === undefined ? shownValues : 0) && (
        <dd>
          <Button variant="quiet" className="min-h-6 px-2 text-12" onClick={() => setWhole(!isWhole)}>
            {isWhole ? t('Show less') : different === undefined ? t('Show more') : t('Show examples')}
          </Button>
        </dd>
      )}
    </div>
  )
}

/**
 * Adds the shown event's own tags: tags are counted a moment after their event, and only a limited number of values.
 */
function withOwnKeys(tags: Schemas['TagCounts'][], own: Readonly<Record<string, unknown>>): Schemas['TagCounts'][] {
  const known = new Set(tags.map(({ key }) => key))
  const missing = Object.keys(own).filter((key) => !known.has(key))
  return [...tags, ...missing.map((key) => ({ key, total: 0, other: 0, values: [] }))]
}

function ownValue(own: Readonly<Record<string, unknown>>, key: string): string | undefined {
  return Object.hasOwn(own, key) ? String(own[key]) : undefined
}

type Values = Schemas['TagCounts']['values']

/** Counts the values of a tag whose values hardly ever repeat, such as a session: there is nothing to compare. */
export function differentValues({ values, total, other }: Omit<Schemas['TagCounts'], 'key'>): number | undefined {
  return total > shownValues && values[0]?.count === 1 ? values.length + other : undefined
}

/** Sorts values by count; equal counts in natural order: s2 before s10. */
export function byFrequency(values: Values): Values {
  return values.toSorted((one, next) => next.count - one.count || natural.compare(one.value, next.value))
}

const natural = new Intl.Collator(undefined, { numeric: true })

function sumOf(values: Values): number {
  return values.reduce((sum, { count }) => sum + count, 0)
}

function FacetBar({ part, whole }: { part: number; whole: number }) {
  const width = whole === 0 ? 0 : (part / whole) * 100
  return (
    <svg aria-hidden="true" className="absolute inset-0 size-full" preserveAspectRatio="none" viewBox="0 0 100 1">
      <rect width="100" height="1" className="fill-sunken" />
      <rect width={width} height="1" className="fill-pressed" />
    </svg>
  )
}
