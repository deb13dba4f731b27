import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { LoadFailed } from '../components/notice.tsx'
import { SettingsLayout, settingsLink } from '../components/settings-layout.tsx'
import { projectQuery } from '../features/projects/queries.ts'
import { DangerSettings } from '../features/projects/settings-danger.tsx'
import { GeneralSettings } from '../features/projects/settings-general.tsx'
import { NotificationSettings } from '../features/projects/settings-notifications.tsx'
import { PeopleSettings } from '../features/projects/settings-people.tsx'
import { TokenSettings } from '../features/projects/settings-token.tsx'
import { useTitle } from '../lib/use-title.ts'
import { t } from '../lib/words.ts'

export function ProjectSettingsScreen() {
  const { projectId, section } = useParams({ from: '/signed-in/projects/$projectId/settings/$section' })
  const navigate = useNavigate()
  const project = useQuery(projectQuery(projectId))
  useTitle(t('Settings'), project.data?.name)
  const places = [
    ['general', t('General')],
    ['token', t('Ingest token')],
    ['notifications', t('Notifications')],
    ['people', t('People')],
    ['danger', t('Delete')],
  ] as const
  if (project.isError)
    return <LoadFailed what={t('the project')} error={project.error} retry={() => void project.refetch()} />
  return (
    <SettingsLayout
      title={project.data === undefined ? t('Settings') : t('Settings of {{name}}', { name: project.data.name })}
      nav={places.map(([name, label]) => (
        <Link
          key={name}
          to="/projects/$projectId/settings/$section"
          params={{ projectId, section: name }}
          replace
          className={settingsLink}
        >
          {label}
        </Link>
      ))}
    >
      {project.data === undefined ? (
        <div role="status" aria-label={t('Loading the project')} className="skeleton h-64" />
      ) : section === 'token' ? (
        <TokenSettings key={projectId} project={project.data} />
      ) : section === 'notifications' ? (
        <NotificationSettings projectId={projectId} />
      ) : section === 'people' ? (
        <PeopleSettings key={projectId} projectId={projectId} />
      ) : section === 'danger' ? (
        <DangerSettings project={project.data} onDeleted={() => void navigate({ to: '/', replace: true })} />
      ) : (
        <GeneralSettings key={projectId} project={project.data} />
      )}
    </SettingsLayout>
  )
}
