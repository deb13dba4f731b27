import type { Schemas } from '@bugle/api-client'
import { titleOf } from '@bugle/presentation/format'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { IssueTitle } from './issue-title.tsx'
import { LevelIcon } from './level-icon.tsx'
import { StatusPill } from './status-pill.tsx'

interface IssueLineProps {
  issue: Schemas['Issue']
  /** Whether the list does not imply the status already. */
  hasStatus: boolean
  /** Value at the end of the line. */
  children: ReactNode
}

/** An issue in a short list, such as that of an overview. */
export function IssueLine({ issue, hasStatus, children }: IssueLineProps) {
  return (
    <li className="border-b border-border last:border-b-0">
      <Link
        to="/issues/$issueId"
        params={{ issueId: issue.id }}
        className="flex min-h-10 items-center gap-3 px-3 py-1.5 hover:bg-sunken focus-visible:-outline-offset-2 coarse:min-h-11"
      >
        <LevelIcon level={issue.level} />
        <span className="from-event min-w-0 grow truncate" dir="auto" title={titleOf(issue)}>
          <IssueTitle issue={issue} />
        </span>
        {hasStatus && <StatusPill state={issue} />}
        <span className="w-14 shrink-0 text-right tabular-nums">{children}</span>
      </Link>
    </li>
  )
}
