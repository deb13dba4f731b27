import { t } from '@bugle/presentation/i18n'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { projectQuery } from '../features/projects/queries.ts'
import { ReleaseList } from '../features/releases/release-list.tsx'
import { remember } from '../lib/preferences.ts'
import { useTitle } from '../lib/use-title.ts'

/** The releases of a project. */
export function ReleasesScreen() {
  const { projectId } = useParams({ from: '/signed-in/projects/$projectId/releases' })
  useTitle(t('Releases'), useQuery(projectQuery(projectId)).data?.name)
  useEffect(() => remember('bugle-project', projectId), [projectId])
  return (
    <div className="mx-auto grid max-w-[90rem] gap-4 p-6 phone:p-4 phone:pb-24">
      <h1 className="text-20 font-semibold">{t('Releases')}</h1>
      <ReleaseList projectId={projectId} />
    </div>
  )
}
