import { formatDateTime, manyLines, oneLine } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { MessageSquareText, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { buttonClass } from '../../components/button.tsx'
import { ConfirmRequest } from '../../components/confirm.tsx'
import { IconButton } from '../../components/icon-button.tsx'
import { LoadMore } from '../../components/load-more.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { Notice } from '../../components/notice.tsx'
import { Section } from '../../components/section.tsx'
import { TimeAgo } from '../../components/time-ago.tsx'
import { useMayInProject } from '../../lib/permissions.tsx'
import { useIsPhone } from '../../lib/use-is-phone.ts'
import { type Feedback as Entry, feedbackQuery, useDeleteFeedback } from './queries.ts'

type About = (of: { issueId: string; eventId: string }) => ReactNode

interface FeedbackProps {
  projectId: string
  /** Shows what feedback is about. */
  about: About
}

/** Feedback of people, given in the program or in the dialog after a crash: a list, and the chosen one beside it. */
export function Feedback({ projectId, about }: FeedbackProps) {
  const list = useInfiniteQuery(feedbackQuery(projectId))
  const entries = list.data?.pages.flatMap((page) => page.feedback) ?? []
  const [chosen, setChosen] = useState<string>()
  const isPhone = useIsPhone()
  const shown = entries.find(({ id }) => id === chosen) ?? (isPhone ? undefined : entries[0])
  return (
    <>
      <h1 className="flex items-baseline gap-2 text-20 font-semibold">
        {t('Feedback')}
        {entries.length > 0 && (
          <span className="text-16 font-normal text-text-3 tabular-nums">
            {list.hasNextPage ? `${entries.length}+` : entries.length}
          </span>
        )}
      </h1>
      <Loaded query={list} name={t('the feedback')} waiting={<div className="skeleton h-48" />}>
        {() =>
          entries.length === 0 ? (
            <Notice icon={MessageSquareText} text={t('Nobody has written yet.')} />
          ) : (
            <div className="grid grid-cols-[22.5rem_minmax(0,1fr)] items-start gap-6 max-lg:grid-cols-[16rem_minmax(0,1fr)] phone:grid-cols-1">
              <div className="grid gap-3">
                <ul className="rounded-card border border-border bg-surface">
                  {entries.map((entry) => (
                    <ListedEntry
                      key={entry.id}
                      entry={entry}
                      isShown={entry.id === shown?.id}
                      onChoose={() => setChosen(entry.id === chosen && isPhone ? undefined : entry.id)}
                    >
                      {isPhone && entry.id === shown?.id && <ShownEntry {...{ projectId, entry, about }} />}
                    </ListedEntry>
                  ))}
                </ul>
                <LoadMore list={list} />
              </div>
              {!isPhone && shown !== undefined && (
                <div className="sticky top-6 rounded-card border border-border bg-surface">
                  <ShownEntry key={shown.id} {...{ projectId, about }} entry={shown} />
                </div>
              )}
            </div>
          )
        }
      </Loaded>
    </>
  )
}

interface ListedEntryProps {
  entry: Entry
  isShown: boolean
  onChoose: () => void
  children: ReactNode
}

function ListedEntry({ entry: { message, name, email, created_at }, isShown, onChoose, children }: ListedEntryProps) {
  return (
    <li className="border-b border-border last:border-b-0">
      <button
        type="button"
        aria-pressed={isShown}
        onClick={onChoose}
        className="grid w-full gap-0.5 px-4 py-2 text-left hover:bg-sunken focus-visible:-outline-offset-2 aria-pressed:bg-sunken aria-pressed:shadow-[inset_2px_0_var(--ring)]"
      >
        <span className="flex items-baseline gap-2 text-12 text-text-3">
          <span className="from-event grow truncate">{authorOf({ name, email })}</span>
          <span className="shrink-0 tabular-nums">
            <TimeAgo at={created_at} />
          </span>
        </span>
        <span className="from-event line-clamp-2" dir="auto">
          {oneLine(message)}
        </span>
      </button>
      {children}
    </li>
  )
}

function authorOf({ name, email }: Pick<Entry, 'name' | 'email'>): string {
  return oneLine([name, email].filter(Boolean).join(' · ') || t('anonymous'))
}

/** The whole text, with the issue that it is about and the screen at the time. */
function ShownEntry({ projectId, entry, about }: FeedbackProps & { entry: Entry }) {
  const remove = useDeleteFeedback(projectId)
  const mayDelete = useMayInProject(projectId)('issue:delete')
  const [isAsking, setAsking] = useState(false)
  const { id, message, email, url, created_at, issue_id, event_id } = entry
  return (
    <article className="grid gap-3 p-4">
      <div className="flex items-start gap-3">
        <p className="min-w-0 grow text-12 text-text-2">
          <strong className="from-event text-14 font-semibold text-text">{authorOf(entry)}</strong>
          <br />
          {formatDateTime(created_at)}
          {url !== null && <span className="from-event font-mono"> · {oneLine(url)}</span>}
        </p>
        {email !== null && (
          <a href={`mailto:${encodeURIComponent(email)}`} className={buttonClass()}>
            {t('Reply')}
          </a>
        )}
        {mayDelete && <IconButton icon={Trash2} label={t('Delete this feedback')} onClick={() => setAsking(true)} />}
      </div>
      <p className="from-event text-14 whitespace-pre-wrap" dir="auto">
        {manyLines(message)}
      </p>
      {issue_id !== null && event_id !== null && about({ issueId: issue_id, eventId: event_id })}
      {isAsking && <AskDelete {...{ id, remove }} onClose={() => setAsking(false)} />}
    </article>
  )
}

function AskDelete({
  id,
  remove,
  onClose,
}: {
  id: string
  remove: ReturnType<typeof useDeleteFeedback>
  onClose: () => void
}) {
  return (
    <ConfirmRequest
      title={t('Delete this feedback')}
      action={t('Delete the feedback')}
      id={id}
      request={remove}
      done={t('Feedback deleted')}
      onClose={onClose}
    >
      <p>{t('The text and the address are deleted. This cannot be undone.')}</p>
    </ConfirmRequest>
  )
}

/** Feedback about the events of an issue; nothing if there is none. */
export function IssueFeedback({ projectId, issueId }: { projectId: string; issueId: string }) {
  const list = useInfiniteQuery(feedbackQuery(projectId, issueId))
  const entries = list.data?.pages.flatMap((page) => page.feedback) ?? []
  if (entries.length === 0) return null
  return (
    <Section title={t('Feedback')}>
      <Entries projectId={projectId} entries={entries} />
      <LoadMore list={list} />
    </Section>
  )
}

function Entries({ projectId, entries }: { projectId: string; entries: Entry[] }) {
  const remove = useDeleteFeedback(projectId)
  const mayDelete = useMayInProject(projectId)('issue:delete')
  const [asked, setAsked] = useState<string>()
  return (
    <>
      <ul className="rounded-card border border-border bg-surface">
        {entries.map((entry) => (
          <EntryRow
            key={entry.id}
            entry={entry}
            link={t('Open event')}
            onDelete={mayDelete ? () => setAsked(entry.id) : undefined}
          />
        ))}
      </ul>
      {asked !== undefined && <AskDelete id={asked} remove={remove} onClose={() => setAsked(undefined)} />}
    </>
  )
}

interface EntryRowProps {
  entry: Entry
  link: string
  onDelete: (() => void) | undefined
}

function EntryRow({ entry, link, onDelete }: EntryRowProps) {
  const { message, name, email, url, created_at, issue_id, event_id } = entry
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 border-b border-border px-3 py-2 last:border-b-0">
      <p className="from-event whitespace-pre-wrap" dir="auto">
        {manyLines(message)}
      </p>
      {onDelete !== undefined && <IconButton icon={Trash2} label={t('Delete this feedback')} onClick={onDelete} />}
      <p className="col-span-2 flex flex-wrap gap-x-3 text-12 text-text-3">
        <span className="from-event">{authorOf({ name, email })}</span>
        <TimeAgo at={created_at} isPhrase />
        {url !== null && <span className="from-event font-mono">{oneLine(url)}</span>}
        {issue_id !== null && event_id !== null && (
          <Link
            to="/issues/$issueId"
            params={{ issueId: issue_id }}
            search={{ event: event_id }}
            className="text-accent-ink hover:underline"
          >
            {link}
          </Link>
        )}
      </p>
    </li>
  )
}
