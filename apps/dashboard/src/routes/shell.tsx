import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, Outlet, useLocation, useNavigate, useParams } from '@tanstack/react-router'
import { ChartColumn, Inbox, Keyboard, Layers, type LucideIcon, Rocket, Search, Settings } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Brand, Horn } from '../components/brand.tsx'
import { reasonOf } from '../components/notice.tsx'
import { showToast } from '../components/toasts.tsx'
import { useLogOut } from '../features/auth/queries.ts'
import { issueQuery } from '../features/issues/queries.ts'
import { projectsQuery } from '../features/projects/queries.ts'
import { ConnectionMark, OfflineBanner } from '../features/shell/connection-mark.tsx'
import { shortCount } from '../lib/format.ts'
import { followNews } from '../lib/live.ts'
import { recall } from '../lib/remembered.ts'
import { useReturns } from '../lib/session.ts'
import { useKeys } from '../lib/use-keys.ts'
import { t } from '../lib/words.ts'
import { AccountMenu, ProjectSwitcher } from './shell-menus.tsx'

const PaletteScreen = lazy(() => import('./palette.tsx').then((module) => ({ default: module.PaletteScreen })))
const Shortcuts = lazy(() =>
  import('../features/shell/shortcuts.tsx').then((module) => ({ default: module.Shortcuts })),
)

/** What stands around every screen of a signed-in person. */
export function Shell() {
  const [opened, setOpened] = useState<'palette' | 'keys'>()
  const close = () => setOpened(undefined)
  const projectId = useProjectId()
  const signOut = useSignOut()
  useEffect(() => {
    // The one key with a modifier that is ours; the browser's own are left alone.
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey) || event.shiftKey || event.altKey) return
      event.preventDefault()
      setOpened((known) => (known === 'palette' ? undefined : 'palette'))
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  useShellKeys(projectId, () => setOpened('keys'))
  return (
    <div className="grid min-h-dvh grid-cols-[13rem_minmax(0,1fr)] max-xl:grid-cols-[3.5rem_minmax(0,1fr)] phone:grid-cols-1 phone:grid-rows-[auto_1fr]">
      <a
        href="#main"
        className="sr-only z-40 rounded-control bg-overlay px-4 py-3 focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        {t('Skip to the content')}
      </a>
      <aside className="sticky top-0 z-10 flex h-dvh flex-col gap-2 border-r border-border bg-sunken p-3 max-xl:px-2 phone:h-12 phone:flex-row phone:items-center phone:border-r-0 phone:border-b phone:px-2 phone:py-1">
        <Link
          to="/"
          className="rounded-control px-2 py-1 max-xl:justify-self-center max-xl:px-1 phone:hidden"
          aria-label="Bugle"
        >
          <span className="max-xl:hidden">
            <Brand />
          </span>
          <span className="hidden justify-center max-xl:flex">
            <Horn size={24} />
          </span>
        </Link>
        <ProjectSwitcher projectId={projectId} />
        <Navigation projectId={projectId} />
        <div className="grid gap-0.5 phone:hidden">
          <RailButton icon={Search} label={t('Search, go to')} keyName="⌘K" onClick={() => setOpened('palette')} />
          <RailButton icon={Keyboard} label={t('Keys')} keyName="?" onClick={() => setOpened('keys')} />
        </div>
        <ConnectionMark />
        <AccountMenu onSignOut={signOut} />
      </aside>
      <div className="min-w-0">
        <OfflineBanner />
        <main id="main" tabIndex={-1} className="min-w-0 outline-none phone:pb-14">
          <Outlet />
        </main>
      </div>
      <News key={useReturns()} />
      <TabBar projectId={projectId} onSearch={() => setOpened('palette')} />
      <Suspense fallback={null}>
        {opened === 'palette' && (
          <PaletteScreen projectId={projectId} onKeys={() => setOpened('keys')} onSignOut={signOut} onClose={close} />
        )}
        {opened === 'keys' && <Shortcuts onClose={close} />}
      </Suspense>
    </div>
  )
}

/** Follows what happens. The stream ends with its session: who came back gets another one by the key. */
function News() {
  const client = useQueryClient()
  useEffect(() => followNews(client), [client])
  return null
}

/** The project of what is looked at: by the address, or by the issue that is open. */
function useProjectId(): string | undefined {
  const { projectId, issueId } = useParams({ strict: false })
  const issue = useQuery({ ...issueQuery(issueId ?? ''), enabled: false }).data?.issue
  const known = useQuery(projectsQuery).data
  const id = projectId ?? issue?.project_id ?? recall('bugle-project') ?? known?.[0]?.id
  return known?.some((project) => project.id === id) ? id : projectId
}

function useShellKeys(projectId: string | undefined, onHelp: () => void): void {
  const navigate = useNavigate()
  const go = (to: '/projects/$projectId/issues' | '/projects/$projectId/overview') =>
    projectId !== undefined && void navigate({ to, params: { projectId } })
  useKeys({
    '?': onHelp,
    'g i': () => go('/projects/$projectId/issues'),
    'g o': () => go('/projects/$projectId/overview'),
    'g s': () =>
      projectId !== undefined &&
      void navigate({ to: '/projects/$projectId/settings/$section', params: { projectId, section: 'general' } }),
  })
}

function useSignOut(): () => void {
  const client = useQueryClient()
  const navigate = useNavigate()
  const logOut = useLogOut()
  return () =>
    logOut.mutate(undefined, {
      onSuccess: async () => {
        await navigate({ to: '/sign-in' })
        client.clear()
      },
      onError: (error) => showToast({ text: `${t('You are still signed in.')} ${reasonOf(error)}`, isFailure: true }),
    })
}

const railLink =
  'flex min-h-8 items-center gap-2 rounded-control px-2 text-left text-text-2 hover:bg-pressed hover:text-text aria-[current]:bg-pressed aria-[current]:font-medium aria-[current]:text-text coarse:min-h-11 max-xl:justify-center'

/** Whether it is any place of a project's settings: the link leads to the first of them. */
function useIsSettings(): boolean {
  const { projectId, section } = useParams({ strict: false })
  return projectId !== undefined && section !== undefined
}

function RailButton(props: { icon: LucideIcon; label: string; keyName: string; onClick: () => void }) {
  const { icon: Icon, label, keyName, onClick } = props
  return (
    <button type="button" onClick={onClick} title={label} className={railLink}>
      <Icon size={16} aria-hidden className="shrink-0" />
      <span className="grow truncate max-xl:sr-only">{label}</span>
      <kbd className="font-sans text-11 text-text-3 max-xl:hidden">{keyName}</kbd>
    </button>
  )
}

function Navigation({ projectId }: { projectId: string | undefined }) {
  const isSettings = useIsSettings()
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
      <Link to="/projects/$projectId/setup" params={params} className={railLink} title={t('Send events')}>
        <Rocket size={16} aria-hidden className="shrink-0" />
        <span className={word}>{t('Send events')}</span>
      </Link>
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

/** Of phones, where the thumb is; the screens of issues have their own actions there. */
function TabBar({ projectId, onSearch }: { projectId: string | undefined; onSearch: () => void }) {
  const { issueId } = useParams({ strict: false })
  const isTriage = useLocation({ select: ({ pathname }) => pathname.endsWith('/triage') })
  const isSettings = useIsSettings()
  if (issueId !== undefined || isTriage) return null
  const tab =
    'grid min-h-14 grow basis-0 content-center justify-items-center gap-0.5 text-11 text-text-2 aria-[current]:font-semibold aria-[current]:text-text'
  return (
    <nav
      aria-label={t('Places')}
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
