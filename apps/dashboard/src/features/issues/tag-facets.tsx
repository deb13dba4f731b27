import type { Schemas } from '@bugle/api-client'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type MouseEvent, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Section } from '../../components/section.tsx'
import { oneLine, percent, share, shortCount } from '../../lib/format.ts'
import { queryTerm, tagKey } from '../../lib/query-term.ts'
import { t } from '../../lib/words.ts'
import { changesQuery } from './queries.ts'

const shownKeys = 30
const shownValues = 5

/** How the issue's events are spread over the values of each tag; a value leads to the events that have it. */
export function TagFacets({ tags, issueId }: { tags: Schemas['TagCounts'][]; issueId: string }) {
  const [part, setPart] = useState('')
  const standOut = useQuery(changesQuery(issueId)).data?.stand_out ?? []
  if (tags.length === 0) return null
  const found = tags.filter(({ key }) => key.toLowerCase().includes(part.toLowerCase()))
  return (
    <Section title={t('Tags')}>
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
            issueId={issueId}
            usual={
              new Map(standOut.flatMap((one) => (one.key === `tag.${tag.key}` ? [[one.value, one.usual_share]] : [])))
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
  issueId: string
  /** The share that a value has elsewhere, of those that are far commoner here. */
  usual: ReadonlyMap<string, number | null>
}

function Facet({ tag: { key, total, values }, issueId, usual }: FacetProps) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? values : values.slice(0, shownValues)
  const navigate = useNavigate()
  const exclude = (event: MouseEvent, term: string) => {
    if (!event.altKey) return
    // The browser would save the page.
    event.preventDefault()
    void navigate({ to: '/issues/$issueId', params: { issueId }, search: { query: `!${term}`, list: true } })
  }
  return (
    <div className="grid gap-1">
      <dt className="from-event font-mono text-12 text-text-3" dir="auto">
        {oneLine(key)}
      </dt>
      {shown.map(({ value, count }) => (
        <dd key={value}>
          <Link
            to="/issues/$issueId"
            params={{ issueId }}
            search={{ query: queryTerm(tagKey(key), value), list: true }}
            resetScroll={false}
            onClick={(event) => exclude(event, queryTerm(tagKey(key), value))}
            title={t('The {{count, number}} events with {{value}}; with Alt those without', { value, count })}
            className="relative flex items-baseline gap-2 overflow-hidden rounded-pill px-2 py-0.5 hover:outline-1 hover:outline-border-strong coarse:min-h-11 coarse:items-center"
          >
            <FacetBar part={count} whole={total} />
            <span className="from-event relative min-w-0 grow truncate font-mono text-12" dir="auto">
              {value === '' ? t('(empty)') : oneLine(value)}
            </span>
            <span className="relative shrink-0 text-12 text-text-2 tabular-nums">
              {usual.get(value) != null && (
                <span className="text-text-3">{t('usually {{share}}', { share: percent(usual.get(value)!) })} · </span>
              )}
              {share(count, total)} <span className="text-text-3">· {shortCount(count)}</span>
            </span>
          </Link>
        </dd>
      ))}
      {values.length > shownValues && (
        <dd>
          <Button look="quiet" className="min-h-6 px-2 text-12" onClick={() => setWhole(!isWhole)}>
            {isWhole ? t('Fewer') : t('{{count, number}} more', { count: values.length - shownValues })}
          </Button>
        </dd>
      )}
    </div>
  )
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
