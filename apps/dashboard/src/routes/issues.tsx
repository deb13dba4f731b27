import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { buttonClass } from '../components/button.tsx'
import { IssueList } from '../features/issues/issue-list.tsx'
import { StatusTabs } from '../features/issues/status-tabs.tsx'
import { projectQuery } from '../features/projects/queries.ts'
import { remember } from '../lib/remembered.ts'
import { useTitle } from '../lib/use-title.ts'

export function IssuesScreen() {
  const { projectId } = useParams({ from: '/signed-in/projects/$projectId/issues' })
  const { status = 'unresolved' } = useSearch({ from: '/signed-in/projects/$projectId/issues' })
  const project = useQuery(projectQuery(projectId))
  useTitle('Issues', project.data?.name)
  useEffect(() => remember('bugle-project', projectId), [projectId])
  const filter = { projectId, status }
  return (
    <>
      <div className="sticky top-0 z-[5] border-b border-border bg-bg phone:top-[3.3rem]">
        <h1 className="px-4 pt-4 pb-1 text-20 font-semibold phone:sr-only">Issues</h1>
        <StatusTabs filter={filter} />
      </div>
      <div className="bg-surface">
        <IssueList
          key={`${projectId} ${status}`}
          filter={filter}
          empty={
            <Link to="/projects/$projectId/setup" params={{ projectId }} className={buttonClass()}>
              Show how to send one
            </Link>
          }
        />
      </div>
    </>
  )
}
