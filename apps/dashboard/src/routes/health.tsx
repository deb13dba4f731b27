import { t } from '@bugle/presentation/i18n'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Feedback } from '../features/health/feedback.tsx'
import { Monitors } from '../features/health/monitors.tsx'
import { ReleaseHealth } from '../features/health/release-health.tsx'
import { projectQuery } from '../features/projects/queries.ts'
import { remember } from '../lib/preferences.ts'
import { useTitle } from '../lib/use-title.ts'

/** Sessions, scheduled jobs and feedback of a project. */
export function HealthScreen() {
  const { projectId } = useParams({ from: '/signed-in/projects/$projectId/health' })
  useTitle(t('Health'), useQuery(projectQuery(projectId)).data?.name)
  useEffect(() => remember('bugle-project', projectId), [projectId])
  return (
    <div className="mx-auto grid max-w-[90rem] gap-8 p-6 phone:p-4 phone:pb-24">
      <h1 className="text-20 font-semibold">{t('Health')}</h1>
      <ReleaseHealth projectId={projectId} />
      <Monitors projectId={projectId} />
      <Feedback projectId={projectId} />
    </div>
  )
}
