import { shortCount } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useParams } from '@tanstack/react-router'
import { ChartColumn, Inbox, Layers, type LucideIcon, Search, Settings, UsersRound } from 'lucide-react'
import { projectsQuery } from '../features/projects/queries.ts'
import { projectPages } from './project-pages.ts'

const railLink =
  'flex min-h-8 items-center gap-2 rounded-control px-2 text-left text-text-2 hover:bg-pressed hover:text-text aria-[current]:bg-pressed aria-[current]:font-medium aria-[current]:text-text coarse:min-h-11 max-xl:justify-center'

/** Whether any section of the settings is open: the link leads to the first. */
function useIsSettings(): boolean {
  const { projectId, section } = useParams({ strict: false })
  return projectId !== undefined && section !== undefined
}

export function RailButton(props: { icon: LucideIcon; label: string; keyName: string; onClick: () => void }) {
  const { icon: Icon, label, keyName, onClick } = props
  return (
    <button type="button" onClick={onClick} title={label} className={railLink}>
      <Icon size={16} aria-hidden className="shrink-0" />
      <span className="grow truncate max-xl:sr-only">{label}</span>
      <kbd className="shrink-0 font-sans text-11 whitespace-nowrap text-text-3 max-xl:hidden">{keyName}</kbd>
    </button>
  )
}

/** The pages of a project, beside every screen. */
export function Navigation({ projectId }: { projectId: string | undefined }) {
  const isSettings = useIsSettings()
  const { organizationId } = useParams({ strict: false })
  const projects = useQuery(projectsQuery).data ?? []
  const project = projects.find(({ id }) => id === projectId)
  if (project === undefined) return <div className="grow" />
  const params = { projectId: project.id }
  const word = 'grow truncate max-xl:sr-only'
  return (
    <nav aria-label={t('Project')} className="flex grow flex-col gap-0.5 phone:hidden">
      <Link to="/projects/$projectId/issues" params={params} className={railLink} title={t('Issues')}>
        <Inbox size={16} aria-hidden className="shrink-0" />
        <span className={word}>{t('Issues')}</span>
        <span aria-hidden className="text-12 text-text-3 tabular-nums max-xl:hidden">
          {shortCount(project.unresolved_count)}
        </span>
      </Link>
      <Link to="/projects/$projectId/overview" params={params} className={railLink} title={t('Overview')}>
        <ChartColumn size={16} aria-hidden className="shrink-0" />
        <span className={word}>{t('Overview')}</span>
      </Link>
      {projectPages().map(({ to, label, icon: Icon }) => (
        <Link key={to} to={to} params={params} className={railLink} title={label}>
          <Icon size={16} aria-hidden className="shrink-0" />
          <span className={word}>{label}</span>
        </Link>
      ))}
      <Link
        to="/projects/$projectId/settings/$section"
        params={{ ...params, section: 'general' }}
        aria-current={isSettings ? 'page' : undefined}
        className={railLink}
        title={t('Settings')}
      >
        <Settings size={16} aria-hidden className="shrink-0" />
        <span className={word}>{t('Settings')}</span>
      </Link>
      <Link
        to="/organizations/$organizationId/$section"
        params={{ organizationId: project.organization_id, section: 'members' }}
        aria-current={organizationId === project.organization_id ? 'page' : undefined}
        className={railLink}
        title={t('Team')}
      >
        <UsersRound size={16} aria-hidden className="shrink-0" />
        <span className={word}>{t('Team')}</span>
      </Link>
      {projects.length > 1 && (
        <Link
          to="/issues"
          activeOptions={{ exact: true, includeSearch: false }}
          className={`${railLink} mt-2`}
          title={t('All projects')}
        >
          <Layers size={16} aria-hidden className="shrink-0" />
          <span className={word}>{t('All projects')}</span>
        </Link>
      )}
    </nav>
  )
}

/** Navigation of phones; issue screens have their own actions there. */
export function TabBar({ projectId, onSearch }: { projectId: string | undefined; onSearch: () => void }) {
  const { issueId } = useParams({ strict: false })
  const isTriage = useLocation({ select: ({ pathname }) => pathname.endsWith('/triage') })
  const isSettings = useIsSettings()
  if (issueId !== undefined || isTriage) return null
  const tab =
    'grid min-h-14 grow basis-0 content-center justify-items-center gap-0.5 text-11 text-text-2 aria-[current]:font-semibold aria-[current]:text-text'
  return (
    <nav
      aria-label={t('Navigation')}
      className="fixed inset-x-0 bottom-0 z-10 hidden border-t border-border bg-sunken pb-[env(safe-area-inset-bottom)] phone:flex"
    >
      {projectId !== undefined && (
        <>
          <Link to="/projects/$projectId/issues" params={{ projectId }} className={tab}>
            <Inbox size={20} aria-hidden />
            {t('Issues')}
          </Link>
          <Link to="/projects/$projectId/overview" params={{ projectId }} className={tab}>
            <ChartColumn size={20} aria-hidden />
            {t('Overview')}
          </Link>
        </>
      )}
      <button type="button" className={tab} onClick={onSearch}>
        <Search size={20} aria-hidden />
        {t('Search')}
      </button>
      {projectId !== undefined && (
        <Link
          to="/projects/$projectId/settings/$section"
          params={{ projectId, section: 'general' }}
          aria-current={isSettings ? 'page' : undefined}
          className={tab}
        >
          <Settings size={20} aria-hidden />
          {t('Settings')}
        </Link>
      )}
    </nav>
  )
}
