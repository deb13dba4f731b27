import type { Span } from '@bugle/client-state/search'
import { countsMatchesOnly, type IssueSearch } from '@bugle/client-state/search'
import { formatDate } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import type { IssueSort } from '@bugle/protocol/vocabulary'
import { ArrowDown, Scaling } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { columns } from './issue-row.tsx'
import type { Selection } from './use-selection.ts'

interface ListHeadProps {
  search: IssueSearch
  span: Span
  onSpan: (span: Span) => void
  isOneScale: boolean
  onOneScale: (isOneScale: boolean) => void
  onSort: (sort: IssueSort) => void
  loaded: number
  /** Set where counts are known only since that day. */
  countedSince: string | null | undefined
  selection: Selection
}

/** Column headers; sortable ones are buttons. */
export function ListHead({ search, span, onSpan, onSort, loaded, countedSince, selection, ...scale }: ListHeadProps) {
  const sort = search.sort ?? 'last_seen'
  const isAll = loaded > 0 && selection.issues.length === loaded
  const isSome = selection.issues.length > 0 && !isAll
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = isSome
  }, [isSome])
  const sortable = (by: IssueSort, text: string, title: string, { className = '', name = text } = {}) => (
    <span className={`flex justify-end ${className}`}>
      <button
        type="button"
        title={title}
        aria-label={name}
        aria-pressed={sort === by}
        onClick={() => onSort(by)}
        className="inline-flex min-h-6 items-center gap-0.5 rounded-pill whitespace-nowrap hover:text-text aria-pressed:font-semibold aria-pressed:text-text"
      >
        {sort === by && <ArrowDown size={12} aria-hidden />}
        {text}
      </button>
    </span>
  )
  return (
    <div className="relative border-b border-border bg-sunken text-12 text-text-3 phone:hidden">
      <label className="absolute inset-y-0 left-0 grid w-11 cursor-pointer place-items-center pl-1.5">
        <input
          ref={box}
          type="checkbox"
          className="checkbox"
          checked={isAll}
          onChange={isAll ? selection.clear : selection.all}
          aria-label={t('Select all loaded issues')}
        />
      </label>
      <div className={`${columns} py-0.5 pr-4 pl-11`}>
        <span className="truncate pl-7">
          {t('Issue')}
          {countedSince != null && <> · {t('events counted since {{day}}', { day: formatDate(countedSince) })}</>}
        </span>
        <span className="flex items-center gap-1">
          <button
            type="button"
            onClick={() => onSpan(span === '24h' ? '14d' : '24h')}
            title={span === '24h' ? t('Show 14 days') : t('Show 24 hours')}
            className="inline-flex min-h-6 items-center justify-self-start rounded-pill underline decoration-dotted underline-offset-3 hover:text-text"
          >
            {span === '24h' ? t('24 hours') : t('14 days')}
          </button>
          <button
            type="button"
            aria-pressed={scale.isOneScale}
            onClick={() => scale.onOneScale(!scale.isOneScale)}
            title={
              scale.isOneScale
                ? t('All on one scale; show each on its own')
                : t('Each on its own scale; show all on one')
            }
            aria-label={t('One scale for all')}
            className="grid size-6 place-items-center rounded-pill hover:text-text aria-pressed:bg-pressed aria-pressed:text-text"
          >
            <Scaling size={12} aria-hidden />
          </button>
        </span>
        {countsMatchesOnly(search)
          ? sortable('events', t('Matching'), t('Within the filter, most first'), { name: t('Matching events') })
          : sortable('events', t('All events'), t('Since the issue was first seen, most first'))}
        {sortable('users', t('All users'), t('Of the whole issue regardless of the filter, most first'), {
          className: 'max-lg:hidden',
        })}
        {sortable('last_seen', t('Last'), t('Last seen, latest first'))}
        {sortable('first_seen', t('First'), t('First seen, latest first'), { className: 'max-xl:hidden' })}
        <span className="max-lg:hidden" />
      </div>
    </div>
  )
}
