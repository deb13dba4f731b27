import { t } from '@bugle/presentation/i18n'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { IssueTitle } from '../components/issue-title.tsx'
import { LevelIcon } from '../components/level-icon.tsx'
import { StatusPill } from '../components/status-pill.tsx'
import { eventQuery } from '../features/events/queries.ts'
import { Screenshot } from '../features/events/screenshot.tsx'
import { Feedback } from '../features/health/feedback.tsx'
import { issueQuery } from '../features/issues/queries.ts'
import { projectQuery } from '../features/projects/queries.ts'
import { withBasePath } from '../lib/base-path.ts'
import { remember } from '../lib/preferences.ts'
import { useTitle } from '../lib/use-title.ts'

/** Feedback that people wrote to a project. */
export function FeedbackScreen() {
  const { projectId } = useParams({ from: '/signed-in/projects/$projectId/feedback' })
  useTitle(t('Feedback'), useQuery(projectQuery(projectId)).data?.name)
  useEffect(() => remember('bugle-project', projectId), [projectId])
  return (
    <div className="mx-auto grid max-w-[90rem] gap-6 p-6 phone:p-4 phone:pb-24">
      <Feedback projectId={projectId} about={(of) => <About {...of} />} />
    </div>
  )
}

/** The issue that feedback is about, and the screenshot of its event. */
function About({ issueId, eventId }: { issueId: string; eventId: string }) {
  const issue = useQuery(issueQuery(issueId)).data?.issue
  const event = useQuery(eventQuery(eventId)).data?.event
  return (
    <>
      {issue !== undefined && (
        <Link
          to="/issues/$issueId"
          params={{ issueId }}
          search={{ event: eventId }}
          className="flex min-h-10 items-center gap-3 rounded-control border border-border px-3 hover:bg-sunken coarse:min-h-11"
        >
          <LevelIcon level={issue.level} />
          <span className="from-event min-w-0 grow truncate" dir="auto">
            <IssueTitle issue={issue} />
          </span>
          <StatusPill state={issue} />
        </Link>
      )}
      {event?.screenshot_url != null && <Screenshot url={withBasePath(event.screenshot_url)} />}
    </>
  )
}
