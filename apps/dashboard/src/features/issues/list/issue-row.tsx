import type { Span } from '@bugle/client-state/search'
import { exactCount, oneLine, shortCount, titleOf } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { type Action, ignore, mainActionOf, snoozeForDay } from '@bugle/presentation/issue-actions'
import { AlarmClock, BellOff, Check, RotateCcw } from 'lucide-react'
import { type MouseEvent, memo, type RefObject, useEffect, useRef, useState } from 'react'
import { Avatar } from '../../../components/avatar.tsx'
import { IconButton } from '../../../components/icon-button.tsx'
import { IssueTitle } from '../../../components/issue-title.tsx'
import { LevelIcon, levelLabel } from '../../../components/level-icon.tsx'
import { Sparkline } from '../../../components/sparkline.tsx'
import { StatusPill } from '../../../components/status-pill.tsx'
import { TimeAgo } from '../../../components/time-ago.tsx'
import { withBasePath } from '../../../lib/base-path.ts'
import { type Side, type Swipe, useTouch } from '../../../lib/use-touch.ts'
import type { Issue } from '../queries.ts'

/** Columns of the list's header and rows. */
export const columns =
  'grid grid-cols-[minmax(0,1fr)_6rem_3.5rem_3.5rem_3.25rem_3.25rem_1.5rem] gap-x-4 items-center max-xl:grid-cols-[minmax(0,1fr)_6rem_3.5rem_3.5rem_3.25rem_1.5rem] max-lg:grid-cols-[minmax(0,1fr)_6rem_3.5rem_3.25rem] phone:block'

interface IssueRowProps {
  issue: Issue
  span: Span
  /** Whether event counts cover only events that match a filter; user counts are always those of the whole issue. */
  countsMatchesOnly: boolean
  /** Set where issues of several projects are listed. */
  project: string | undefined
  isCurrent: boolean
  isSelected: boolean
  /** An action moved it out of the list, and it is shown for a moment longer. */
  isLingering: boolean
  /** First seen after the reader's last visit. */
  isFresh: boolean
  /** Number of sparkline buckets since that visit. */
  freshBuckets: number
  isPhone: boolean
  /** The server has not confirmed its last change. */
  isUnsent: boolean
  /** Peak of all sparklines, where they share a scale. */
  scale: number | undefined
  /** Its index and the total, since only visible rows are in the DOM. */
  index: number
  size: number
  /** Handlers are looked up when they are called, so that rows need not render again when they change. */
  handlers: RefObject<RowHandlers>
}

export interface RowHandlers {
  onAction: (issue: Issue, action: Action, isByPointer: boolean) => void
  onSelect: (issue: Issue, isRange: boolean) => void
  onIntent: (issue: Issue) => void
  onOpen: (issue: Issue) => void
  /** False while taps select. */
  canSwipe: () => boolean
}

export const IssueRow = memo(function IssueRow(props: IssueRowProps) {
  const { issue, isCurrent, isSelected, isLingering, isFresh, isPhone, index, size, handlers } = props
  const row = useRef<HTMLLIElement>(null)
  // Actions are a third of a row's elements: they are rendered on first hover or focus.
  const [wasNear, setNear] = useState(false)
  const { handlers: touch, swipe } = useTouch(row, {
    onLongPress: () => handlers.current.onSelect(issue, false),
    onSwipe: (side) => handlers.current.onAction(issue, swipeAction(issue, side), false),
    canSwipe: () => isPhone && handlers.current.canSwipe(),
  })
  useEffect(() => {
    // The focus follows the cursor: Enter opens the issue, and screen readers announce it.
    if (isCurrent) row.current?.querySelector('a')?.focus({ preventScroll: true })
  }, [isCurrent])
  return (
    <li
      ref={row}
      {...touch}
      aria-setsize={size}
      aria-posinset={index + 1}
      data-current={isCurrent || undefined}
      data-selected={isSelected || undefined}
      data-lingering={isLingering || undefined}
      data-swiped={swipe?.side}
      style={{ transform: `translateY(calc(var(--row-height) * ${index}))` }}
      className="group absolute inset-x-0 top-0 row-height contain-strict border-b border-border hover:bg-sunken data-current:bg-sunken data-current:shadow-[inset_2px_0_var(--ring)] data-selected:bg-accent-wash data-lingering:bg-sunken data-lingering:[&>a]:opacity-60"
      onMouseEnter={() => {
        setNear(true)
        handlers.current.onIntent(issue)
      }}
      onFocus={() => {
        setNear(true)
        handlers.current.onIntent(issue)
      }}
    >
      <RowCheckbox issue={issue} isSelected={isSelected} handlers={handlers} />
      {swipe !== undefined && <SwipeGround issue={issue} swipe={swipe} />}
      <RowLink {...props} />
      {isFresh && <span className="absolute inset-y-0 left-0 w-0.5 bg-ring" title={t('Since your last visit')} />}
      {(wasNear || isCurrent) && !isLingering && !isPhone && <RowActions issue={issue} handlers={handlers} />}
    </li>
  )
})

/** Returns the action of a swipe; keys, menus and the issue's own screen offer it as well. */
function swipeAction(issue: Issue, side: Side): Action {
  return side === 'right' ? mainActionOf(issue) : snoozeForDay(Date.now())
}

/** Revealed beneath a swiped row; it takes its color once releasing would act. */
function SwipeGround({ issue, swipe: { side, willAct } }: { issue: Issue; swipe: Swipe }) {
  const { label } = swipeAction(issue, side)
  const Icon = side === 'left' ? AlarmClock : issue.status === 'unresolved' ? Check : RotateCcw
  const meant = side === 'left' ? 'bg-snooze-wash text-snooze-ink' : 'bg-ok-wash text-ok-ink'
  return (
    <span
      aria-hidden
      className={`absolute inset-0 flex items-center gap-2 px-5 text-14 font-semibold ${side === 'left' ? 'flex-row-reverse' : ''} ${willAct ? meant : 'bg-sunken text-text-2'}`}
    >
      <Icon size={20} />
      <span className="max-w-24">{label}</span>
    </span>
  )
}

/** A target of its own beside the link; with Shift it selects all rows from the last one. */
function RowCheckbox({ issue, isSelected, handlers }: Pick<IssueRowProps, 'issue' | 'isSelected' | 'handlers'>) {
  const onClick = (event: MouseEvent) => handlers.current.onSelect(issue, event.shiftKey)
  return (
    <label className="absolute inset-y-0 left-0 z-[1] grid w-11 cursor-pointer place-items-start pt-2.5 pl-4 phone:hidden phone:pt-3.5 phone:group-data-selected:grid">
      <input
        type="checkbox"
        className="checkbox"
        checked={isSelected}
        onClick={onClick}
        onChange={() => {}}
        aria-label={t('Select {{id}}', { id: issue.short_id })}
      />
    </label>
  )
}

/** A plain link: the router's own takes longer to render than the rest of the row. */
function RowLink(props: IssueRowProps) {
  const { issue, span, countsMatchesOnly, freshBuckets, project, isPhone, isUnsent, scale, handlers } = props
  const open = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    // The second of a double tap on an action that has made way for the row.
    if (event.detail < 2) handlers.current.onOpen(issue)
  }
  return (
    <a
      href={withBasePath(`/issues/${issue.id}`)}
      onClick={open}
      title={titleOf(issue).slice(0, 1000)}
      className={`${columns} h-full py-2 pr-4 pl-11 focus-visible:-outline-offset-2 phone:translate-x-(--swipe) phone:py-3 phone:pl-4 phone:transition-[translate] phone:duration-150 group-data-swiped:bg-surface group-data-swiped:transition-none`}
    >
      <span className="flex min-w-0 gap-3">
        <span className="flex h-5 items-center phone:group-data-selected:invisible">
          <LevelIcon level={issue.level} />
        </span>
        <span className="compact-line grid min-w-0 grow gap-0.5">
          <span className="from-event truncate text-14" dir="auto">
            <IssueTitle issue={issue} />
          </span>
          <span className="flex min-w-0 items-center gap-2 text-12 text-text-3">
            <StatusPill state={issue} isUnsent={isUnsent} />
            {issue.level !== 'error' && <span className="compact-off shrink-0">{levelLabel(issue.level)}</span>}
            {issue.culprit !== null && <Culprit text={withoutOrigin(oneLine(issue.culprit))} />}
            {issue.last_release !== null && (
              <span
                className="compact-off from-event max-w-[24ch] shrink-0 truncate font-mono max-lg:hidden"
                dir="auto"
              >
                {oneLine(issue.last_release)}
              </span>
            )}
            {project !== undefined && (
              <span className="from-event max-w-[20ch] shrink-0 truncate" dir="auto">
                {project}
              </span>
            )}
          </span>
        </span>
      </span>
      <span className="h-6 phone:hidden">
        {!isPhone && <Sparkline counts={issue.sparkline ?? []} span={span} fresh={freshBuckets} scale={scale} />}
      </span>
      <span className="text-right tabular-nums phone:hidden" title={eventsOf(issue, countsMatchesOnly)}>
        {shortCount(issue.count)}
        <span className="sr-only"> {countsMatchesOnly ? t('matching events') : t('events')}</span>
      </span>
      <span className="text-right text-text-2 tabular-nums max-lg:hidden" title={usersOf(issue)}>
        {issue.users === 0 ? '–' : shortCount(issue.users)}
        <span className="sr-only"> {t('users in total')}</span>
      </span>
      <span className="text-right whitespace-nowrap text-text-2 phone:hidden">
        <TimeAgo at={issue.last_seen} />
      </span>
      <span className="text-right whitespace-nowrap text-text-2 max-xl:hidden">
        <TimeAgo at={issue.first_seen} />
      </span>
      <span className="flex justify-end max-lg:hidden">
        {issue.assignee !== null && <Avatar name={issue.assignee.name} />}
      </span>
      {isPhone && (
        <span className="mt-1.5 flex items-center gap-3 overflow-hidden pl-7 text-12 whitespace-nowrap text-text-2 tabular-nums">
          {/* The longer words of a filtered list leave it no room. */}
          {!countsMatchesOnly && (
            <span className="h-4 w-16">
              <Sparkline
                counts={issue.sparkline ?? []}
                span={span}
                fresh={freshBuckets}
                scale={scale}
                width={64}
                height={16}
              />
            </span>
          )}
          <span>{eventsOf(issue, countsMatchesOnly)}</span>
          {issue.users > 0 && (
            <span>
              {countsMatchesOnly
                ? t('{{count, number}} users in total', { count: issue.users })
                : t('{{count, number}} users', { count: issue.users })}
            </span>
          )}
          <TimeAgo at={issue.last_seen} isPhrase={!countsMatchesOnly} />
        </span>
      )}
    </a>
  )
}

/**
 * Function, folders and file. Folders shrink first, since the others distinguish rows. The factor is this large so that
 * the others do not lose a fraction of a pixel, which would cost them a letter.
 */
function Culprit({ text }: { text: string }) {
  const [, before = '', folders = '', file = ''] = /^(.* in )?(.*\/)?(.*)$/s.exec(text) ?? []
  return (
    <span title={text} className="compact-off flex min-w-0 font-mono *:truncate *:whitespace-pre">
      {before !== '' && <bdi>{before}</bdi>}
      {folders !== '' && <bdi className="shrink-[100000]">{folders}</bdi>}
      <bdi>{file}</bdi>
    </span>
  )
}

function eventsOf({ count }: Issue, countsMatchesOnly: boolean): string {
  return countsMatchesOnly
    ? t('{{count, number}} matching events', { count })
    : t('{{count, number}} events', { count })
}

function usersOf({ users, users_approx }: Issue): string {
  return users_approx
    ? t('About {{users}} users in total', { users: exactCount(users) })
    : t('{{count, number}} users in total', { count: users })
}

/** Removes the origin of a script URL, which distinguishes no rows; the issue's own screen shows it. */
function withoutOrigin(culprit: string): string {
  return culprit.replace(/\bhttps?:\/\/[^/\s]+\//, '/')
}

/** Shown on hover, on focus and on the current row; phones have them on the issue's own screen. */
function RowActions({ issue, handlers }: Pick<IssueRowProps, 'issue' | 'handlers'>) {
  const main = mainActionOf(issue)
  const hidden = 'opacity-0 group-hover:opacity-100 group-focus-within:opacity-100 group-data-current:opacity-100'
  return (
    <span
      className={`absolute top-1/2 left-[calc(100%-33.25rem)] flex -translate-y-1/2 gap-0.5 rounded-control border border-border bg-overlay p-0.5 max-xl:left-[calc(100%-29rem)] max-lg:left-[calc(100%-21.5rem)] phone:hidden coarse:hidden ${hidden}`}
    >
      <IconButton
        icon={issue.status === 'unresolved' ? Check : RotateCcw}
        label={`${main.label} ${issue.short_id}`}
        title={t('{{action}}, key {{key}}', { action: main.label, key: 'e' })}
        onClick={(event) => handlers.current.onAction(issue, main, event.detail > 0)}
      />
      {issue.status !== 'ignored' && (
        <IconButton
          icon={BellOff}
          label={`${ignore.label} ${issue.short_id}`}
          title={t('{{action}}, key {{key}}', { action: ignore.label, key: 'i' })}
          onClick={(event) => handlers.current.onAction(issue, ignore, event.detail > 0)}
        />
      )}
    </span>
  )
}
