import { Link } from '@tanstack/react-router'
import { BellOff, Check, RotateCcw } from 'lucide-react'
import { type Ref, useEffect, useRef } from 'react'
import { LevelIcon } from '../../components/level-icon.tsx'
import { Sparkline } from '../../components/sparkline.tsx'
import { StatusPill } from '../../components/status-pill.tsx'
import { TimeAgo } from '../../components/time-ago.tsx'
import { cutMiddle, oneLine, plural, shortCount } from '../../lib/format.ts'
import { type Action, ignore, mainActionOf } from './actions.ts'
import type { Issue } from './queries.ts'

/** The columns of the list's head and rows. */
export const columns =
  'grid grid-cols-[minmax(0,1fr)_6rem_3.5rem_3.5rem_3.5rem_3.5rem] gap-x-4 items-center max-xl:grid-cols-[minmax(0,1fr)_6rem_3.5rem_3.5rem_3.5rem] max-lg:grid-cols-[minmax(0,1fr)_6rem_3.5rem_3.5rem] phone:block'

interface IssueRowProps {
  issue: Issue
  isCurrent: boolean
  onAction: (action: Action) => void
}

export function IssueRow({ issue, isCurrent, onAction }: IssueRowProps) {
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (!isCurrent) return
    row.current?.scrollIntoView({ block: 'nearest' })
    // The focus goes with the cursor: Enter opens it, and it is read out.
    row.current?.querySelector('a')?.focus({ preventScroll: true })
  }, [isCurrent])
  const message = oneLine(issue.message)
  return (
    <li
      ref={row as Ref<HTMLLIElement>}
      data-current={isCurrent || undefined}
      className="group relative scroll-mt-28 border-b border-border last:border-b-0 hover:bg-sunken data-current:bg-sunken data-current:shadow-[inset_2px_0_var(--ring)]"
    >
      <Link
        to="/issues/$issueId"
        params={{ issueId: issue.id }}
        title={`${issue.type}: ${issue.message.slice(0, 1000)}`}
        className={`${columns} min-h-15 px-4 py-2 focus-visible:-outline-offset-2 phone:py-3`}
      >
        <span className="flex min-w-0 gap-3">
          <span className="flex h-5 items-center">
            <LevelIcon level={issue.level} />
          </span>
          <span className="grid min-w-0 gap-0.5">
            <span className="from-event truncate text-14" dir="auto">
              <strong className="font-semibold">{oneLine(issue.type)}</strong>
              {message !== '' && <span className="text-text-2">: {message}</span>}
            </span>
            <span className="flex min-w-0 items-center gap-2 text-12 text-text-3">
              <StatusPill state={issue} />
              {issue.level !== 'error' && <span className="shrink-0 capitalize">{issue.level}</span>}
              {issue.culprit !== null && (
                <span className="from-event truncate font-mono" dir="auto">
                  {cutMiddle(withoutOrigin(oneLine(issue.culprit)), 72)}
                </span>
              )}
              {issue.last_release !== null && (
                <span className="from-event max-w-[24ch] shrink-0 truncate font-mono max-lg:hidden" dir="auto">
                  {oneLine(issue.last_release)}
                </span>
              )}
            </span>
          </span>
        </span>
        <span className="h-6 phone:hidden">
          <Sparkline counts={issue.sparkline ?? []} bucket="day" />
        </span>
        <span className="text-right tabular-nums phone:hidden" title={plural(issue.count, 'event')}>
          {shortCount(issue.count)}
          <span className="sr-only"> {issue.count === 1 ? 'event' : 'events'}</span>
        </span>
        <span
          className="text-right tabular-nums text-text-2 max-lg:hidden"
          title={issue.users_approx ? `About ${plural(issue.users, 'user')}` : plural(issue.users, 'user')}
        >
          {issue.users === 0 ? '–' : shortCount(issue.users)}
          <span className="sr-only"> users</span>
        </span>
        <span className="text-right whitespace-nowrap text-text-2 phone:hidden">
          <TimeAgo at={issue.last_seen} />
        </span>
        <span className="text-right whitespace-nowrap text-text-2 max-xl:hidden">
          <TimeAgo at={issue.first_seen} />
        </span>
        <span className="mt-1.5 hidden items-center gap-3 pl-7 text-12 text-text-2 tabular-nums phone:flex">
          <span className="h-4 w-16">
            <Sparkline counts={issue.sparkline ?? []} bucket="day" width={64} height={16} />
          </span>
          <span>{plural(issue.count, 'event')}</span>
          {issue.users > 0 && <span>{plural(issue.users, 'user')}</span>}
          <TimeAgo at={issue.last_seen} suffix=" ago" />
        </span>
      </Link>
      <RowActions issue={issue} onAction={onAction} />
    </li>
  )
}

/** The origin of a script tells no rows apart; the issue's own screen has it. */
function withoutOrigin(culprit: string): string {
  return culprit.replace(/\bhttps?:\/\/[^/\s]+\//, '/')
}

/** Seen on hover, on focus and on the current row; a phone has them on the issue's own screen. */
function RowActions({ issue, onAction }: Pick<IssueRowProps, 'issue' | 'onAction'>) {
  const main = mainActionOf(issue)
  const hidden = 'opacity-0 group-hover:opacity-100 group-focus-within:opacity-100 group-data-current:opacity-100'
  const button = 'grid size-8 place-items-center rounded-control text-text-2 hover:bg-pressed hover:text-text'
  return (
    <span
      className={`absolute top-1/2 left-[calc(100%-30.5rem)] flex -translate-y-1/2 gap-0.5 rounded-control border border-border bg-overlay p-0.5 max-xl:left-[calc(100%-26rem)] max-lg:left-[calc(100%-21.5rem)] phone:hidden coarse:hidden ${hidden}`}
    >
      <button
        type="button"
        className={button}
        onClick={() => onAction(main)}
        aria-label={`${main.label} ${issue.short_id}`}
        title={`${main.label}, key e`}
      >
        {main.label === 'Resolve' ? <Check size={16} aria-hidden /> : <RotateCcw size={16} aria-hidden />}
      </button>
      {issue.status !== 'ignored' && (
        <button
          type="button"
          className={button}
          onClick={() => onAction(ignore)}
          aria-label={`Ignore ${issue.short_id}`}
          title="Ignore, key i"
        >
          <BellOff size={16} aria-hidden />
        </button>
      )}
    </span>
  )
}
