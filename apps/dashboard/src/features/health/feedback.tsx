import { oneLine } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ConfirmRequest } from '../../components/confirm.tsx'
import { IconButton } from '../../components/icon-button.tsx'
import { LoadMore } from '../../components/load-more.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { Section } from '../../components/section.tsx'
import { TimeAgo } from '../../components/time-ago.tsx'
import { useMayInProject } from '../../lib/permissions.tsx'
import { type Feedback as Entry, feedbackQuery, useDeleteFeedback } from './queries.ts'

/** Feedback of people, given in the program or in the dialog after a crash. */
export function Feedback({ projectId }: { projectId: string }) {
  const list = useInfiniteQuery(feedbackQuery(projectId))
  return (
    <Section title={t('Feedback')}>
      <Loaded query={list} name={t('the feedback')} waiting={<div className="skeleton h-24" />}>
        {({ pages }) => {
          const entries = pages.flatMap((page) => page.feedback)
          return entries.length === 0 ? (
            <p className="text-text-3">{t('Nobody has written yet.')}</p>
          ) : (
            <Entries projectId={projectId} entries={entries} />
          )
        }}
      </Loaded>
      <LoadMore list={list} />
    </Section>
  )
}

/** Feedback about the events of an issue; nothing if there is none. */
export function IssueFeedback({ projectId, issueId }: { projectId: string; issueId: string }) {
  const list = useInfiniteQuery(feedbackQuery(projectId, issueId))
  const entries = list.data?.pages.flatMap((page) => page.feedback) ?? []
  if (entries.length === 0) return null
  return (
    <Section title={t('Feedback')}>
      <Entries projectId={projectId} entries={entries} isInIssue />
      <LoadMore list={list} />
    </Section>
  )
}

function Entries({ projectId, entries, isInIssue }: { projectId: string; entries: Entry[]; isInIssue?: boolean }) {
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
            link={isInIssue ? t('Open event') : t('Open issue')}
            onDelete={mayDelete ? () => setAsked(entry.id) : undefined}
          />
        ))}
      </ul>
      {asked !== undefined && (
        <ConfirmRequest
          title={t('Delete this feedback')}
          action={t('Delete the feedback')}
          id={asked}
          request={remove}
          done={t('Feedback deleted')}
          onClose={() => setAsked(undefined)}
        >
          <p>{t('The text and the address are deleted. This cannot be undone.')}</p>
        </ConfirmRequest>
      )}
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
        {message}
      </p>
      {onDelete !== undefined && <IconButton icon={Trash2} label={t('Delete this feedback')} onClick={onDelete} />}
      <p className="col-span-2 flex flex-wrap gap-x-3 text-12 text-text-3">
        <span className="from-event">{oneLine([name, email].filter(Boolean).join(' · ') || t('anonymous'))}</span>
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
