import { t } from '@bugle/presentation/i18n'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Monitors } from '../features/health/monitors.tsx'
import { projectQuery } from '../features/projects/queries.ts'
import { remember } from '../lib/preferences.ts'
import { useTitle } from '../lib/use-title.ts'

/** The scheduled jobs of a project. */
export function MonitorsScreen() {
  const { projectId } = useParams({ from: '/signed-in/projects/$projectId/monitors' })
  useTitle(t('Monitors'), useQuery(projectQuery(projectId)).data?.name)
  useEffect(() => remember('bugle-project', projectId), [projectId])
  return (
    <div className="mx-auto grid max-w-[90rem] gap-6 p-6 phone:p-4 phone:pb-24">
      <Monitors projectId={projectId} />
    </div>
  )
}
