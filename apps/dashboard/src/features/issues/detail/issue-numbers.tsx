import { exactCount } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import type { ReactNode } from 'react'
import { ReleaseLink } from '../../../components/release-link.tsx'
import { TimeAgo } from '../../../components/time-ago.tsx'
import type { Issue } from '../queries.ts'

/** Counts of an issue, and when it was first and last seen. */
export function IssueNumbers({ issue }: { issue: Issue }) {
  const users = issue.users_approx ? t('users (approx.)') : issue.users === 1 ? t('user') : t('users')
  return (
    <section aria-label={t('Numbers')} className="grid gap-3">
      <div className="grid grid-cols-2 gap-3">
        <Figure value={exactCount(issue.count)} word={issue.count === 1 ? t('event') : t('events')} />
        <Figure value={issue.users === 0 ? '–' : exactCount(issue.users)} word={users} />
      </div>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        <dt className="text-text-3">{t('Last seen')}</dt>
        <dd>
          <TimeAgo at={issue.last_seen} isPhrase />
          <InRelease projectId={issue.project_id} release={issue.last_release} />
        </dd>
        <dt className="text-text-3">{t('First seen')}</dt>
        <dd>
          <TimeAgo at={issue.first_seen} isPhrase />
          <InRelease projectId={issue.project_id} release={issue.first_release} />
        </dd>
      </dl>
    </section>
  )
}

function Figure({ value, word }: { value: string; word: string }): ReactNode {
  return (
    <p className="grid">
      <span className="text-20 font-semibold tabular-nums">{value}</span>
      <span className="text-text-2">{word}</span>
    </p>
  )
}

function InRelease({ projectId, release }: { projectId: string; release: string | null }) {
  if (release === null) return null
  return (
    <span className="block">
      <ReleaseLink projectId={projectId} version={release} className="text-text-2" />
    </span>
  )
}
