import { t } from '@bugle/presentation/i18n'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { Loaded } from '../components/loaded.tsx'
import { SourceMaps } from '../features/artifacts/source-maps.tsx'
import { type Project, projectQuery, projectsQuery } from '../features/projects/queries.ts'
import { DangerSettings } from '../features/projects/settings-danger.tsx'
import { DsnSettings } from '../features/projects/settings-dsn.tsx'
import { GeneralSettings } from '../features/projects/settings-general.tsx'
import { NotificationSettings } from '../features/projects/settings-notifications.tsx'
import { PeopleSettings } from '../features/projects/settings-people.tsx'
import { SentrySettings } from '../features/projects/settings-sentry.tsx'
import { TokenSettings } from '../features/projects/settings-token.tsx'
import { lazyPart } from '../lib/lazy-code.ts'
import { useMay, useOrganizationsOf } from '../lib/permissions.tsx'
import { useTitle } from '../lib/use-title.ts'
import { Sections, sectionOf } from './sections.tsx'

const Alerts = lazyPart(() => import('../features/alerts/alerts.tsx'), 'Alerts')

export function ProjectSettingsScreen() {
  const { projectId, section } = useParams({ from: '/signed-in/projects/$projectId/settings/$section' })
  const project = useQuery(projectQuery(projectId))
  useTitle(t('Settings'), project.data?.name)
  const sections = [
    ['general', t('General')],
    ['token', t('Ingest token')],
    ['sentry', t('Sentry SDKs')],
    ['source-maps', t('Source maps')],
    ['alerts', t('Alerts')],
    ['notifications', t('Notifications')],
    ['people', t('Personal data')],
    ['danger', t('Delete')],
  ] as const
  const may = useMay(project.data?.organization_id)
  const shown = sections.filter(([name]) => name !== 'danger' || may('project:write'))
  const current = sectionOf(shown, section)[0]
  return (
    <Sections
      title={project.data === undefined ? t('Settings') : t('{{name}} settings', { name: project.data.name })}
      sections={shown}
      current={current}
      linkTo={(section) => ({ to: '/projects/$projectId/settings/$section', params: { projectId, section } })}
    >
      <Loaded query={project} name={t('the project')}>
        {(data) => <SectionPanel key={projectId} name={current} project={data} />}
      </Loaded>
    </Sections>
  )
}

function SectionPanel({ name, project }: { name: string; project: Project }) {
  const navigate = useNavigate()
  const may = useMay(project.organization_id)
  const mayChange = may('project:write')
  const { q = '' } = useSearch({ from: '/signed-in/projects/$projectId/settings/$section' })
  switch (name) {
    case 'token':
      return <TokenSettings project={project} mayReplace={mayChange} />
    case 'sentry':
      return (
        <>
          <DsnSettings projectId={project.id} mayChange={mayChange} />
          <SentrySettings projectId={project.id} mayChange={mayChange} />
        </>
      )
    case 'source-maps':
      return (
        <SourceMaps
          projectId={project.id}
          mayChange={may('artifact:write')}
          search={q}
          onSearch={(text) => void navigate({ to: '.', search: { q: text === '' ? undefined : text } })}
        />
      )
    case 'alerts':
      return <ProjectAlerts project={project} />
    case 'notifications':
      return <NotificationSettings projectId={project.id} mayChange={may('alert:write')} />
    case 'people':
      return <PeopleSettings projectId={project.id} mayErase={may('person:erase')} />
    case 'danger':
      return <DangerSettings project={project} onDeleted={() => void navigate({ to: '/', replace: true })} />
    default:
      return <GeneralSettings project={project} mayChange={mayChange} />
  }
}

function ProjectAlerts({ project: { id } }: { project: Project }) {
  const [organization] = useOrganizationsOf(id)
  const projects = useQuery(projectsQuery).data ?? []
  if (organization === undefined) return null
  const ofSame = projects.filter(({ organization_id }) => organization_id === organization.id)
  return (
    <Suspense fallback={<div className="skeleton h-64" />}>
      <Alerts organization={organization} projects={ofSame} projectId={id} />
    </Suspense>
  )
}
