import { applyUpdates } from '@bugle/client-state/stream/apply-updates'
import { t } from '@bugle/presentation/i18n'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, Outlet, useNavigate, useParams } from '@tanstack/react-router'
import { Keyboard, Search } from 'lucide-react'
import { type RefObject, Suspense, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Brand, Horn } from '../components/brand.tsx'
import { reasonOf } from '../components/notice.tsx'
import { UnconfirmedBanner } from '../features/account/unconfirmed-banner.tsx'
import { forgetUser, meQuery, useLogOut } from '../features/auth/queries.ts'
import { issueQuery } from '../features/issues/queries.ts'
import { projectsQuery } from '../features/projects/queries.ts'
import { ConnectionStatus, OfflineBanner } from '../features/shell/connection-status.tsx'
import { lazyPart } from '../lib/lazy-code.ts'
import { followLiveUpdates, liveUpdates } from '../lib/live-updates.ts'
import { type Permissions, PermissionsContext } from '../lib/permissions.tsx'
import { recall } from '../lib/preferences.ts'
import { followReadiness } from '../lib/readiness.ts'
import { useReturns } from '../lib/session.ts'
import { shortcutLabel } from '../lib/shortcut-label.ts'
import { showToast } from '../lib/toasts.ts'
import { askBeforeLeaving } from '../lib/unsent.ts'
import { useKeys } from '../lib/use-keys.ts'
import { AccountMenu, ProjectSwitcher } from './shell-menus.tsx'
import { Navigation, RailButton, TabBar } from './shell-navigation.tsx'

const PaletteScreen = lazyPart(() => import('./palette.tsx'), 'PaletteScreen')
const Shortcuts = lazyPart(() => import('../features/shell/shortcuts.tsx'), 'Shortcuts')

/** The frame around every screen of a signed-in user. */
export function Shell() {
  const [opened, setOpened] = useState<'palette' | 'keys'>()
  const typed = useRef('')
  const close = () => {
    typed.current = ''
    setOpened(undefined)
  }
  const projectId = useProjectId()
  const signOut = useSignOut()
  useEffect(() => {
    // The only key with a modifier; the browser's own are left alone.
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey) || event.shiftKey || event.altKey) return
      event.preventDefault()
      typed.current = ''
      setOpened((known) => (known === 'palette' ? undefined : 'palette'))
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  useShellKeys(projectId, () => setOpened('keys'))
  const me = useQuery(meQuery).data
  const permissions = usePermissions(me?.organizations)
  return (
    <PermissionsContext value={permissions}>
      <div className="grid min-h-dvh print:block grid-cols-[13rem_minmax(0,1fr)] max-xl:grid-cols-[3.5rem_minmax(0,1fr)] phone:grid-cols-1 phone:grid-rows-[auto_1fr]">
        <button
          type="button"
          // No link to #main: the base element would make it lead to the start page.
          onClick={() => document.getElementById('main')?.focus()}
          className="sr-only z-40 rounded-control bg-overlay px-4 py-3 focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
        >
          {t('Skip to content')}
        </button>
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
            <RailButton
              icon={Search}
              label={t('Search or jump to')}
              keyName={shortcutLabel('K')}
              onClick={() => setOpened('palette')}
            />
            <RailButton icon={Keyboard} label={t('Keyboard shortcuts')} keyName="?" onClick={() => setOpened('keys')} />
          </div>
          <ConnectionStatus />
          <AccountMenu onSignOut={signOut} />
        </aside>
        <div className="min-w-0">
          <OfflineBanner />
          <UnconfirmedBanner me={me} />
          <main id="main" tabIndex={-1} className="min-w-0 outline-none phone:pb-14">
            <Outlet />
          </main>
        </div>
        <LiveUpdates key={useReturns()} />
        <TabBar projectId={projectId} onSearch={() => setOpened('palette')} />
        <Suspense fallback={<TypedAhead text={typed} onClose={close} />}>
          {opened === 'palette' && (
            <PaletteScreen
              projectId={projectId}
              typed={typed}
              onKeys={() => setOpened('keys')}
              onSignOut={signOut}
              onClose={close}
            />
          )}
          {opened === 'keys' && <Shortcuts onClose={close} />}
        </Suspense>
      </div>
    </PermissionsContext>
  )
}

/** Collects keys while the palette loads: they are meant for it, not for the screen behind. */
function TypedAhead({ text, onClose }: { text: RefObject<string>; onClose: () => void }) {
  const latest = useRef(onClose)
  latest.current = onClose
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      event.stopPropagation()
      if (event.key === 'Escape') latest.current()
      else if (event.key.length === 1) text.current += event.key
    }
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [text])
  return null
}

/** Follows live updates. The stream ends with its session: signing in again starts another one by the key. */
function LiveUpdates() {
  const client = useQueryClient()
  useEffect(() => liveUpdates.onBatch((batch) => applyUpdates(client, batch)), [client])
  useEffect(followLiveUpdates, [])
  useEffect(followReadiness, [])
  useEffect(() => askBeforeLeaving(client), [client])
  return null
}

/** The project of the address, else that of the open issue. */
function useProjectId(): string | undefined {
  const { projectId, issueId } = useParams({ strict: false })
  const issue = useQuery({ ...issueQuery(issueId ?? ''), enabled: false }).data?.issue
  const known = useQuery(projectsQuery).data
  const id = projectId ?? issue?.project_id ?? recall('bugle-project') ?? known?.[0]?.id
  return known?.some((project) => project.id === id) ? id : projectId
}

/** The roles of the user; stable while they stay the same. */
function usePermissions(organizations: Permissions['organizations'] | undefined): Permissions | undefined {
  const projects = useQuery(projectsQuery).data
  return useMemo(
    () => (organizations === undefined ? undefined : { organizations, projects: projects ?? [] }),
    [organizations, projects],
  )
}

function useShellKeys(projectId: string | undefined, onHelp: () => void): void {
  const navigate = useNavigate()
  const go = (to: '/projects/$projectId/issues' | '/projects/$projectId/overview' | '/projects/$projectId/releases') =>
    projectId !== undefined && void navigate({ to, params: { projectId } })
  useKeys({
    '?': onHelp,
    'g i': () => go('/projects/$projectId/issues'),
    'g o': () => go('/projects/$projectId/overview'),
    'g r': () => go('/projects/$projectId/releases'),
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
        forgetUser(client)
      },
      onError: (error) => showToast({ text: `${t('You are still signed in.')} ${reasonOf(error)}`, isFailure: true }),
    })
}
