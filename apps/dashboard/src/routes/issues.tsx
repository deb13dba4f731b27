import { t } from '@bugle/presentation/i18n'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useNavigate, useParams, useRouter } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { buttonClass } from '../components/button.tsx'
import { isMissing, LoadFailed } from '../components/notice.tsx'
import { meQuery } from '../features/auth/queries.ts'
import { IssueList } from '../features/issues/list/issue-list.tsx'
import { keepLastList } from '../features/issues/list/last-list.ts'
import { type Issue, seenQuery } from '../features/issues/queries.ts'
import { useIssueSearch } from '../features/issues/use-issue-search.ts'
import { projectQuery, projectsQuery } from '../features/projects/queries.ts'
import { remember } from '../lib/preferences.ts'
import { useTitle } from '../lib/use-title.ts'

/** The issues of a project. */
export function IssuesScreen() {
  const { projectId } = useParams({ from: '/signed-in/projects/$projectId/issues' })
  const projects = useQuery(projectsQuery)
  const listed = projects.data?.find(({ id }) => id === projectId)
  // The shell has the list anyway; only a project beyond its first page, or one that is not there, is asked for.
  const project = useQuery({ ...projectQuery(projectId), enabled: !projects.isPending && listed === undefined })
  const seenAt = useQuery(seenQuery(projectId)).data
  useTitle(t('Issues'), (listed ?? project.data)?.name)
  useEffect(() => remember('bugle-project', projectId), [projectId])
  const { href } = useLocation()
  const navigate = useNavigate()
  const search = useIssueSearch()
  const me = useQuery(meQuery).data
  const onOpen = useOpenIssue()
  const onIntent = usePreloadIssue()
  if (isMissing(project.error))
    return <LoadFailed name={t('the project')} error={project.error} retry={() => void project.refetch()} />
  return (
    <IssueList
      {...search}
      me={me}
      projectNames={undefined}
      seenAt={seenAt}
      onOpen={onOpen}
      onIntent={onIntent}
      onRows={(issues, total) => keepLastList({ issues, total, seenAt, href })}
      onTriage={(search) => void navigate({ to: '/projects/$projectId/triage', params: { projectId }, search })}
      empty={
        <Link to="/projects/$projectId/setup" params={{ projectId }} className={buttonClass()}>
          {t('Send your first event')}
        </Link>
      }
    />
  )
}

/** The issues of all projects, each with its project's name. */
export function AllIssuesScreen() {
  const projects = useQuery(projectsQuery).data
  const names = useMemo(() => new Map(projects?.map(({ id, name }) => [id, name])), [projects])
  useTitle(t('Issues'), t('All projects'))
  const { href } = useLocation()
  const navigate = useNavigate()
  return (
    <IssueList
      {...useIssueSearch()}
      me={useQuery(meQuery).data}
      projectNames={names}
      seenAt={undefined}
      onOpen={useOpenIssue()}
      onIntent={usePreloadIssue()}
      onRows={(issues, total) => keepLastList({ issues, total, seenAt: undefined, href })}
      onTriage={(search) => void navigate({ to: '/triage', search })}
      onProject={(projectId, search) =>
        void navigate({ to: '/projects/$projectId/issues', params: { projectId }, search })
      }
      empty={
        <Link to="/projects/new" className={buttonClass()}>
          {t('Create a project')}
        </Link>
      }
    />
  )
}

function useOpenIssue(): (issue: Issue) => void {
  const navigate = useNavigate()
  return ({ id }) => void navigate({ to: '/issues/$issueId', params: { issueId: id } })
}

/** Preloads code and data of the issue's screen. */
function usePreloadIssue(): (issue: Issue) => void {
  const router = useRouter()
  return ({ id }) => void router.preloadRoute({ to: '/issues/$issueId', params: { issueId: id } })
}
