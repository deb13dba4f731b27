import { t } from '@bugle/presentation/i18n'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Feedback } from '../features/health/feedback.tsx'
import { projectQuery } from '../features/projects/queries.ts'
import { remember } from '../lib/preferences.ts'
import { useTitle } from '../lib/use-title.ts'

/** What people wrote to a project. */
export function FeedbackScreen() {
  const { projectId } = useParams({ from: '/signed-in/projects/$projectId/feedback' })
  useTitle(t('Feedback'), useQuery(projectQuery(projectId)).data?.name)
  useEffect(() => remember('bugle-project', projectId), [projectId])
  return (
    <div className="mx-auto grid max-w-[90rem] gap-6 p-6 phone:p-4 phone:pb-24">
      <Feedback projectId={projectId} />
    </div>
  )
}
