import type { Schemas } from '@bugle/api-client'
import { cameBackText, rateText } from '@bugle/presentation/changes-text'
import { exactCount, formatDateTime, formatDuration, formatPercent, oneLine } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { dayMs, minuteMs, queryTerm, tagKey } from '@bugle/protocol/vocabulary'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Zap } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { TimeAgo } from '../../../components/time-ago.tsx'
import { changesQuery, type Issue } from '../queries.ts'

type Changes = Schemas['IssueChanges']

const shownValues = 3

/** How the issue differs from usual, in one line: when it came back, its rate, and values that stand out. */
export function WhatChanged({ issue }: { issue: Issue }) {
  const { data: changes, isError } = useQuery(changesQuery(issue.id))
  // The skeleton reserves its space: content below does not move when it loads.
  if (changes === undefined) return isError ? null : <div className="skeleton h-9.5" />
  const parts = [
    cameBack(changes),
    firstIn(changes),
    rateOf(changes),
    ...changes.distinctive_values.slice(0, shownValues).map((value) => partOfValue(value, issue.project_id)),
  ].filter((part) => part !== undefined)
  return (
    <section
      aria-label={t('What changed')}
      className="flex items-start gap-3 rounded-card border border-border bg-surface px-3 py-2"
    >
      <Zap size={16} aria-hidden className="mt-0.5 shrink-0 text-text-3" />
      <p className="min-w-0">
        <span className="mr-2 font-semibold">{t('What changed')}</span>
        {parts.length === 0 && (
          <span className="text-text-2">
            {Date.now() - Date.parse(issue.first_seen) < dayMs ? (
              <>
                {t('New: first seen')} <TimeAgo at={issue.first_seen} isPhrase />
              </>
            ) : (
              t('Nothing unusual.')
            )}
          </span>
        )}
        {parts.map(({ key, content }, index) => (
          <Fragment key={key}>
            {index > 0 && <span className="text-text-3"> · </span>}
            {content}
          </Fragment>
        ))}
      </p>
    </section>
  )
}

interface Part {
  key: string
  content: ReactNode
}

function cameBack({ regressed_at, quiet_from, regressed_release }: Changes): Part | undefined {
  const text = cameBackText({ regressed_at, quiet_from, regressed_release })
  if (regressed_at === null || text === undefined) return undefined
  return {
    key: 'back',
    content: (
      <span className="from-event font-medium" title={formatDateTime(regressed_at)}>
        {text}
      </span>
    ),
  }
}

function firstIn({ first_seen, first_release, regressed_at }: Changes): Part | undefined {
  if (first_release === null) return undefined
  const { version, first_seen: released } = first_release
  const after = released === null ? undefined : Math.max(0, Date.parse(first_seen) - Date.parse(released))
  return {
    key: 'first',
    content: (
      <>
        {regressed_at === null ? t('First in') : t('first in')}{' '}
        <span className="from-event inline-block max-w-full align-bottom font-mono text-12 leading-5" dir="auto">
          {oneLine(version)}
        </span>
        {after !== undefined && after >= minuteMs && (
          <span className="text-text-2">
            {' '}
            ({t('{{age}} after the release’s first event', { age: formatDuration(after) })})
          </span>
        )}
      </>
    ),
  }
}

function rateOf({ rate }: Changes): Part | undefined {
  const text = rateText(rate)
  if (text === undefined) return undefined
  const { last_24h, usual_24h, ratio } = rate
  const title = t('{{now}} events in the last 24 hours, usually {{usual}}', {
    now: exactCount(last_24h),
    usual: exactCount(Math.round(usual_24h ?? 0)),
  })
  return {
    key: 'rate',
    content: (
      <span
        className={`whitespace-nowrap ${(ratio ?? 0) > 1 ? 'font-medium text-warning-ink' : 'text-text-2'}`}
        title={title}
      >
        {text} <span className="font-normal text-text-2">{t('in 24 hours')}</span>
      </span>
    ),
  }
}

/** Describes a value that is far more frequent here than elsewhere; it links to all issues that have it. */
function partOfValue(
  { key, value, share, usual_share }: Changes['distinctive_values'][number],
  projectId: string,
): Part {
  return {
    key: `${key} ${value}`,
    content: (
      <>
        <Link
          to="/projects/$projectId/issues"
          params={{ projectId }}
          search={{ query: queryTerm(key.startsWith('tag.') ? tagKey(key.slice(4)) : key, value) }}
          className="from-event inline-block max-w-full align-bottom font-mono text-12 leading-5 text-accent-ink hover:underline"
        >
          {oneLine(value === '' ? t('(empty)') : value)}
        </Link>{' '}
        <span className="whitespace-nowrap">{formatPercent(share)}</span>
        {usual_share !== null && (
          <span className="whitespace-nowrap text-text-3">
            {' '}
            {t('usually {{share}}', { share: formatPercent(usual_share) })}
          </span>
        )}
      </>
    ),
  }
}
