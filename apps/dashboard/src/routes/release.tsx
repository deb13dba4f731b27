import { t } from '@bugle/presentation/i18n'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Loaded } from '../components/loaded.tsx'
import { projectQuery } from '../features/projects/queries.ts'
import { releaseQuery } from '../features/releases/queries.ts'
import { ReleasePage } from '../features/releases/release-page.tsx'
import { useTitle } from '../lib/use-title.ts'

/** One release of a project: what is new and regressed in it, its events, files, commits and deploys. */
export function ReleaseScreen() {
  const { projectId, version } = useParams({ from: '/signed-in/projects/$projectId/releases/$version' })
  const release = useQuery(releaseQuery(projectId, version))
  useTitle(version.slice(0, 80), useQuery(projectQuery(projectId)).data?.name)
  return (
    <div className="mx-auto grid max-w-[90rem] gap-6 p-6 phone:p-4 phone:pb-24">
      <Loaded query={release} name={t('the release')} waiting={<Skeleton />}>
        {(data) => <ReleasePage key={version} projectId={projectId} release={data} />}
      </Loaded>
    </div>
  )
}

function Skeleton() {
  return (
    <div className="grid gap-6">
      <div className="skeleton h-8 w-64" />
      <div className="skeleton h-20" />
      <div className="skeleton h-44" />
      <div className="skeleton h-40" />
    </div>
  )
}
