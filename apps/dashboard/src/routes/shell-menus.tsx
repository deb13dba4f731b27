import { shortCount } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { ChevronsUpDown, CircleUserRound, Layers, Plus } from 'lucide-react'
import { Suspense } from 'react'
import { Avatar } from '../components/avatar.tsx'
import { Menu, MenuChoice, MenuItem, MenuLine } from '../components/menu.tsx'
import { type Me, meQuery } from '../features/auth/queries.ts'
import { type Project, projectsQuery } from '../features/projects/queries.ts'
import { lazyPart } from '../lib/lazy-code.ts'
import { useIsPhone } from '../lib/use-is-phone.ts'
import { projectPages } from './project-pages.ts'

const AccountItems = lazyPart(() => import('./account-items.tsx'), 'AccountItems')

export function ProjectSwitcher({ projectId }: { projectId: string | undefined }) {
  const projects = useQuery(projectsQuery).data ?? []
  const navigate = useNavigate()
  const me = useQuery(meQuery).data
  const current = projects.find((project) => project.id === projectId)
  const name = current?.name ?? t('Projects')
  const isPhone = useIsPhone()
  const isOfAll = useLocation({ select: ({ pathname }) => ['/issues', '/triage'].includes(pathname) })
  return (
    <Menu
      keyName="g p"
      trigger={
        <button
          type="button"
          title={name}
          // Narrow windows show one letter of the name.
          aria-label={`${isOfAll && isPhone ? t('All projects') : name} ${t('Switch project')}`}
          className="flex min-h-9 min-w-0 items-center gap-2 rounded-control px-2 text-left font-semibold hover:bg-pressed aria-expanded:bg-pressed coarse:min-h-11 max-xl:justify-center phone:grow phone:justify-start"
        >
          <span
            className={`from-event grow truncate max-xl:hidden phone:grow-0 ${isOfAll ? 'phone:hidden' : 'phone:inline'}`}
            dir="auto"
          >
            {name}
          </span>
          {/* Phones have no navigation beside it that would explain the name. */}
          {isOfAll && <span className="hidden truncate phone:inline">{t('All projects')}</span>}
          <span aria-hidden className="hidden max-xl:inline phone:hidden">
            {[...name][0]?.toUpperCase()}
          </span>
          <ChevronsUpDown size={14} aria-hidden className="shrink-0 text-text-3 max-xl:hidden phone:inline" />
        </button>
      }
    >
      {current !== undefined && isPhone && <ProjectPages projectId={current.id} />}
      {projects.length > 0 && (
        <>
          {groupsOf(projects, me?.organizations ?? []).map(([organization, group]) => (
            <MenuChoice
              key={organization}
              label={organization}
              value={isOfAll ? '' : (projectId ?? '')}
              options={group.map(({ id, name, unresolved_count }) => ({
                value: id,
                label: name,
                aside: shortCount(unresolved_count),
              }))}
              onChange={(id) => void navigate({ to: '/projects/$projectId/issues', params: { projectId: id } })}
            />
          ))}
          <MenuLine />
        </>
      )}
      {projects.length > 1 && (
        <MenuItem onSelect={() => void navigate({ to: '/issues' })}>
          <Layers size={16} aria-hidden />
          {t('Issues of all projects')}
        </MenuItem>
      )}
      <MenuItem onSelect={() => void navigate({ to: '/projects/new' })}>
        <Plus size={16} aria-hidden />
        {t('New project')}
      </MenuItem>
    </Menu>
  )
}

/** The pages of a project that have no tab on phones. */
function ProjectPages({ projectId }: { projectId: string }) {
  const navigate = useNavigate()
  return (
    <>
      {projectPages().map(({ to, label, icon: Icon }) => (
        <MenuItem key={to} onSelect={() => void navigate({ to, params: { projectId } })}>
          <Icon size={16} aria-hidden />
          {label}
        </MenuItem>
      ))}
      <MenuLine />
    </>
  )
}

/** Groups projects by organization, if there are several. */
function groupsOf(projects: readonly Project[], organizations: Me['organizations']): [string, readonly Project[]][] {
  const groups = organizations.map(({ id, name }): [string, Project[]] => [
    name,
    projects.filter(({ organization_id }) => organization_id === id),
  ])
  const filled = groups.filter(([, group]) => group.length > 0)
  return filled.length > 1 ? filled : [[t('Projects'), projects]]
}

export function AccountMenu({ onSignOut }: { onSignOut: () => void }) {
  const me = useQuery(meQuery).data
  return (
    <Menu
      side="top"
      align="end"
      trigger={
        <button
          type="button"
          className="flex min-h-9 min-w-0 items-center gap-2 rounded-control px-2 text-left hover:bg-pressed aria-expanded:bg-pressed coarse:min-h-11 max-xl:justify-center phone:coarse:min-h-10"
        >
          {me === undefined ? (
            <CircleUserRound size={18} aria-hidden className="shrink-0 text-text-2" />
          ) : (
            <span aria-hidden>
              <Avatar name={me.name} />
            </span>
          )}
          <span className="from-event truncate max-xl:sr-only" dir="auto">
            {me?.name ?? t('Account')}
          </span>
        </button>
      }
    >
      <Suspense fallback={<p className="px-2 py-1 text-text-3">{t('Loading…')}</p>}>
        <AccountItems me={me} onSignOut={onSignOut} />
      </Suspense>
    </Menu>
  )
}
