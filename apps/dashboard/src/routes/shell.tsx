import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, Outlet, useNavigate, useParams } from '@tanstack/react-router'
import { ChevronsUpDown, CircleUserRound, Inbox, LogOut, Plus, Rocket } from 'lucide-react'
import { useState } from 'react'
import { Brand } from '../components/brand.tsx'
import { Menu, MenuChoice, MenuItem, MenuLine } from '../components/menu.tsx'
import { reasonOf } from '../components/notice.tsx'
import { showToast } from '../components/toasts.tsx'
import { meQuery, useLogOut } from '../features/auth/queries.ts'
import { issueQuery } from '../features/issues/queries.ts'
import { projectsQuery } from '../features/projects/queries.ts'
import { shortCount } from '../lib/format.ts'
import { recall, remember } from '../lib/remembered.ts'

/** What stands around every screen of a signed-in person. */
export function Shell() {
  return (
    <div className="grid min-h-dvh grid-cols-[13rem_minmax(0,1fr)] phone:grid-cols-1 phone:grid-rows-[auto_1fr]">
      <a
        href="#main"
        className="sr-only z-40 rounded-control bg-overlay px-4 py-3 focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to the content
      </a>
      <aside className="sticky top-0 flex h-dvh flex-col gap-2 border-r border-border bg-sunken p-3 phone:z-10 phone:h-auto phone:flex-row phone:items-center phone:border-r-0 phone:border-b phone:px-2 phone:py-1">
        <Link to="/" className="rounded-control px-2 py-1 phone:hidden" aria-label="Bugle">
          <Brand />
        </Link>
        <ProjectSwitcher />
        <Navigation />
        <AccountMenu />
      </aside>
      <main id="main" tabIndex={-1} className="min-w-0 outline-none">
        <Outlet />
      </main>
    </div>
  )
}

/** The project of what is looked at: by the address, or by the issue that is open. */
function useProjectId(): string | undefined {
  const { projectId, issueId } = useParams({ strict: false })
  const issue = useQuery({ ...issueQuery(issueId ?? ''), enabled: false }).data?.issue
  return projectId ?? issue?.project_id ?? recall('bugle-project')
}

function ProjectSwitcher() {
  const projects = useQuery(projectsQuery).data ?? []
  const id = useProjectId()
  const navigate = useNavigate()
  const current = projects.find((project) => project.id === id)
  return (
    <Menu
      trigger={
        <button
          type="button"
          className="flex min-h-9 min-w-0 items-center gap-2 rounded-control px-2 text-left font-semibold hover:bg-pressed coarse:min-h-11"
        >
          <span className="from-event grow truncate" dir="auto">
            {current?.name ?? 'Projects'}
          </span>
          <ChevronsUpDown size={14} aria-hidden className="shrink-0 text-text-3" />
          <span className="sr-only">Change the project</span>
        </button>
      }
    >
      {projects.map((project) => (
        <MenuItem
          key={project.id}
          onSelect={() => void navigate({ to: '/projects/$projectId/issues', params: { projectId: project.id } })}
        >
          <span className="from-event max-w-64 grow truncate" dir="auto">
            {project.name}
          </span>
          <span className="text-12 text-text-3 tabular-nums">{shortCount(project.unresolved_count)}</span>
        </MenuItem>
      ))}
      {projects.length > 0 && <MenuLine />}
      <MenuItem onSelect={() => void navigate({ to: '/projects/new' })}>
        <Plus size={16} aria-hidden />
        New project
      </MenuItem>
    </Menu>
  )
}

function Navigation() {
  const projectId = useProjectId()
  const projects = useQuery(projectsQuery).data ?? []
  if (projectId === undefined || !projects.some(({ id }) => id === projectId)) return <div className="grow" />
  const link =
    'flex min-h-8 items-center gap-2 rounded-control px-2 text-text-2 hover:bg-pressed hover:text-text aria-[current]:bg-pressed aria-[current]:font-medium aria-[current]:text-text coarse:min-h-11 phone:px-3'
  return (
    <nav aria-label="Project" className="flex grow flex-col gap-0.5 phone:flex-row phone:justify-end">
      <Link to="/projects/$projectId/issues" params={{ projectId }} className={link} aria-label="Issues">
        <Inbox size={16} aria-hidden />
        <span className="phone:hidden">Issues</span>
      </Link>
      <Link to="/projects/$projectId/setup" params={{ projectId }} className={link} aria-label="Send events">
        <Rocket size={16} aria-hidden />
        <span className="phone:hidden">Send events</span>
      </Link>
    </nav>
  )
}

const themes = [
  { value: 'system', label: 'As the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

function AccountMenu() {
  const me = useQuery(meQuery).data
  const client = useQueryClient()
  const navigate = useNavigate()
  const logOut = useLogOut()
  const [theme, setTheme] = useState(recall('bugle-theme') ?? 'system')
  const choose = (next: string) => {
    setTheme(next)
    remember('bugle-theme', next === 'system' ? undefined : next)
    if (next === 'system') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = next
  }
  const leave = () =>
    logOut.mutate(undefined, {
      onSuccess: async () => {
        await navigate({ to: '/sign-in' })
        client.clear()
      },
      onError: (error) => showToast({ text: `You are still signed in. ${reasonOf(error)}`, isFailure: true }),
    })
  return (
    <Menu
      side="top"
      align="end"
      trigger={
        <button
          type="button"
          className="flex min-h-9 min-w-0 items-center gap-2 rounded-control px-2 text-left hover:bg-pressed coarse:min-h-11"
        >
          <CircleUserRound size={18} aria-hidden className="shrink-0 text-text-2" />
          <span className="from-event truncate phone:sr-only" dir="auto">
            {me?.name ?? 'Account'}
          </span>
        </button>
      }
    >
      <p className="from-event max-w-64 truncate px-2 py-1 text-12 text-text-3">{me?.email}</p>
      <MenuChoice label="Theme" value={theme} options={themes} onChange={choose} />
      <MenuLine />
      <MenuItem onSelect={leave}>
        <LogOut size={16} aria-hidden />
        Sign out
      </MenuItem>
    </Menu>
  )
}
