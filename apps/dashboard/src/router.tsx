import { ApiError } from '@bugle/api-client'
import { toIssueSearch } from '@bugle/client-state/search'
import { type SnippetName, toSnippetName } from '@bugle/presentation/snippet-name'
import { type StatsGrouping, statsGroupings } from '@bugle/protocol/vocabulary'
import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { Suspense } from 'react'
import { Toasts } from './components/toasts.tsx'
import { meQuery } from './features/auth/queries.ts'
import { chosenSpan, issuesQuery } from './features/issues/list/list-queries.ts'
import { changesQuery, chosenChartRange, issueQuery, statsQuery } from './features/issues/queries.ts'
import { loaderQuery, projectsQuery } from './features/projects/queries.ts'
import { basePath } from './lib/base-path.ts'
import { lazyModule, lazyPart } from './lib/lazy-code.ts'
import { recall } from './lib/preferences.ts'
import { useIsSessionOver } from './lib/session.ts'
import { FailedPage, FailedScreen, NotFoundPage, NotFoundScreen } from './routes/error-screens.tsx'
import { toIssueAddress } from './routes/issue-address.ts'
import { Shell } from './routes/shell.tsx'

const SignInAgain = lazyPart(() => import('./routes/sign-in-again.tsx'), 'SignInAgain')

/**
 * The component of a route. The router would reload the page when its file fails to load; offline that would lose what
 * is shown, and what waits to be sent.
 */
const screen: typeof lazyRouteComponent = (load, name) => lazyRouteComponent(lazyModule(load), name)

interface Context {
  client: QueryClient
}

const root = createRootRouteWithContext<Context>()({
  component: Root,
  notFoundComponent: NotFoundPage,
  errorComponent: FailedPage,
})

function Root() {
  const isOver = useIsSessionOver()
  return (
    <>
      <Outlet />
      <Toasts />
      {isOver && (
        <Suspense>
          <SignInAgain />
        </Suspense>
      )}
    </>
  )
}

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  // Invalid values are returned as `undefined`: the router keeps the old value of an omitted key.
  validateSearch: ({ next }: Record<string, unknown>): { next?: string | undefined } => ({
    next: isInternalPath(next) ? next : undefined,
  }),
  component: screen(() => import('./routes/sign-in.tsx'), 'SignInScreen'),
})

const register = createRoute({
  getParentRoute: () => root,
  path: '/register',
  component: screen(() => import('./routes/register.tsx'), 'RegisterScreen'),
})

/** Targets of mailed links, and the form that requests one; their paths are those of the mails. */
const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  component: screen(() => import('./routes/account-links.tsx'), 'ForgotPasswordScreen'),
})

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  component: screen(() => import('./routes/account-links.tsx'), 'ResetPasswordScreen'),
})

const confirmEmail = createRoute({
  getParentRoute: () => root,
  path: '/confirm-email',
  component: screen(() => import('./routes/account-links.tsx'), 'ConfirmEmailScreen'),
})

const continueInProgram = createRoute({
  getParentRoute: () => root,
  path: '/continue',
  component: screen(() => import('./routes/continue-in-program.tsx'), 'ContinueInProgramScreen'),
})

const connect = createRoute({
  getParentRoute: () => root,
  path: '/connect',
  component: screen(() => import('./routes/connect.tsx'), 'ConnectScreen'),
})

const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  component: screen(() => import('./routes/invitation.tsx'), 'InvitationScreen'),
})

const unsubscribe = createRoute({
  getParentRoute: () => root,
  path: '/unsubscribe',
  component: screen(() => import('./routes/account-links.tsx'), 'UnsubscribeScreen'),
})

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  // Alongside the requests of its screens, not before them.
  loader: async ({ context, location }) => {
    try {
      await context.client.ensureQueryData(meQuery)
    } catch (error) {
      if (error instanceof ApiError && error.status === 401)
        throw redirect({ to: '/sign-in', search: location.href === '/' ? {} : { next: location.href } })
      throw error
    }
  },
  component: Shell,
})

/** Opens the project visited last, else the oldest; without one, the form that creates the first. */
const home = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  loader: async ({ context }) => {
    const projects = await context.client.ensureQueryData(projectsQuery)
    const project = projects.find(({ id }) => id === recall('bugle-project')) ?? projects[0]
    if (project === undefined) throw redirect({ to: '/projects/new', replace: true })
    throw redirect({ to: '/projects/$projectId/issues', params: { projectId: project.id }, replace: true })
  },
})

const newProject = createRoute({
  getParentRoute: () => signedIn,
  path: '/projects/new',
  component: screen(() => import('./routes/new-project.tsx'), 'NewProjectScreen'),
})

const setUp = createRoute({
  getParentRoute: () => signedIn,
  path: '/projects/$projectId/setup',
  validateSearch: (search: Record<string, unknown>): { with?: SnippetName | undefined } => ({
    with: toSnippetName(search.with),
  }),
  loader: ({ context }) => context.client.prefetchQuery(loaderQuery),
  component: screen(() => import('./routes/set-up.tsx'), 'SetUpScreen'),
})

const issues = createRoute({
  getParentRoute: () => signedIn,
  path: '/projects/$projectId/issues',
  validateSearch: toIssueSearch,
  loaderDeps: ({ search }) => search,
  // Code and data load in parallel; the screen handles errors of the data.
  loader: ({ context, params: { projectId }, deps }) =>
    void context.client.prefetchInfiniteQuery(issuesQuery({ projectId, ...toIssueSearch({ ...deps }) }, chosenSpan())),
  component: screen(() => import('./routes/issues.tsx'), 'IssuesScreen'),
})

const allIssues = createRoute({
  getParentRoute: () => signedIn,
  path: '/issues',
  validateSearch: toIssueSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    void context.client.prefetchInfiniteQuery(
      issuesQuery({ projectId: undefined, ...toIssueSearch({ ...deps }) }, chosenSpan()),
    ),
  component: screen(() => import('./routes/issues.tsx'), 'AllIssuesScreen'),
})

const triage = screen(() => import('./routes/triage.tsx'), 'TriageScreen')

const projectTriage = createRoute({
  getParentRoute: () => signedIn,
  path: '/projects/$projectId/triage',
  validateSearch: toIssueSearch,
  component: triage,
})

const allTriage = createRoute({
  getParentRoute: () => signedIn,
  path: '/triage',
  validateSearch: toIssueSearch,
  component: triage,
})

const overview = createRoute({
  getParentRoute: () => signedIn,
  path: '/projects/$projectId/overview',
  validateSearch: ({ since, by }: Record<string, unknown>): OverviewSearch => ({
    since: (['3h', '24h', '7d', '30d', '90d'] as const).find((value) => value === since),
    by: statsGroupings.find((value) => value === by),
  }),
  component: screen(() => import('./routes/overview.tsx'), 'OverviewScreen'),
})

interface OverviewSearch {
  since?: '3h' | '24h' | '7d' | '14d' | '30d' | '90d' | undefined
  by?: StatsGrouping | undefined
}

const releases = createRoute({
  getParentRoute: () => signedIn,
  path: '/projects/$projectId/releases',
  component: screen(() => import('./routes/releases.tsx'), 'ReleasesScreen'),
})

const release = createRoute({
  getParentRoute: () => signedIn,
  path: '/projects/$projectId/releases/$version',
  component: screen(() => import('./routes/release.tsx'), 'ReleaseScreen'),
})

const monitors = createRoute({
  getParentRoute: () => signedIn,
  path: '/projects/$projectId/monitors',
  component: screen(() => import('./routes/monitors.tsx'), 'MonitorsScreen'),
})

const feedback = createRoute({
  getParentRoute: () => signedIn,
  path: '/projects/$projectId/feedback',
  component: screen(() => import('./routes/feedback.tsx'), 'FeedbackScreen'),
})

/** Former address of the monitors, in links of mails and bookmarks. */
const health = createRoute({
  getParentRoute: () => signedIn,
  path: '/projects/$projectId/health',
  loader: ({ params }) => {
    throw redirect({ to: '/projects/$projectId/monitors', params, replace: true })
  },
})

const projectSettings = createRoute({
  getParentRoute: () => signedIn,
  path: '/projects/$projectId/settings/$section',
  // Restricts the list of source maps.
  validateSearch: ({ q }: Record<string, unknown>): { q?: string | undefined } => ({
    q: typeof q === 'string' && q !== '' ? q : undefined,
  }),
  component: screen(() => import('./routes/project-settings.tsx'), 'ProjectSettingsScreen'),
})

const account = createRoute({
  getParentRoute: () => signedIn,
  path: '/account/$section',
  component: screen(() => import('./routes/account.tsx'), 'AccountScreen'),
})

const organization = createRoute({
  getParentRoute: () => signedIn,
  path: '/organizations/$organizationId/$section',
  component: screen(() => import('./routes/organization.tsx'), 'OrganizationScreen'),
})

const operator = createRoute({
  getParentRoute: () => signedIn,
  path: '/operator/$section',
  component: screen(() => import('./routes/operator.tsx'), 'OperatorScreen'),
})

const issue = createRoute({
  getParentRoute: () => signedIn,
  path: '/issues/$issueId',
  validateSearch: toIssueAddress,
  // All at once, not as each part of the screen is rendered.
  loader: ({ context: { client }, params: { issueId } }) => {
    void client.prefetchQuery(issueQuery(issueId))
    void client.prefetchQuery(changesQuery(issueId))
    void client.prefetchQuery(statsQuery(issueId, chosenChartRange()))
  },
  component: screen(() => import('./routes/issue.tsx'), 'IssueScreen'),
})

const stackHelp = createRoute({
  getParentRoute: () => signedIn,
  path: '/help/stack-still-minified',
  component: screen(() => import('./routes/help.tsx'), 'StackHelpScreen'),
})

/** Addresses without their last part, as people type them, and the sections that they open. */
const shortAddresses = [
  ['/projects/$projectId', 'issues'],
  ['/projects/$projectId/settings', 'general'],
  ['/organizations/$organizationId', 'members'],
  ['/account', 'profile'],
].map(([path, section]) =>
  createRoute({
    getParentRoute: () => signedIn,
    path: path!,
    loader: ({ location }) => {
      const to: string = `${location.pathname.replace(/\/$/, '')}/${section}`
      throw redirect({ to, replace: true })
    },
  }),
)

/** Any other address, for signed-in users. */
const nowhere = createRoute({ getParentRoute: () => signedIn, path: '$', component: NotFoundScreen })

const tree = root.addChildren([
  signIn,
  register,
  forgotPassword,
  resetPassword,
  confirmEmail,
  unsubscribe,
  invitation,
  connect,
  continueInProgram,
  signedIn.addChildren([
    home,
    newProject,
    setUp,
    issues,
    allIssues,
    projectTriage,
    allTriage,
    overview,
    releases,
    release,
    health,
    monitors,
    feedback,
    projectSettings,
    account,
    organization,
    operator,
    issue,
    stackHelp,
    ...shortAddresses,
    nowhere,
  ]),
])

export function createAppRouter(client: QueryClient) {
  return createRouter({
    routeTree: tree,
    basepath: basePath === '' ? '/' : basePath,
    context: { client },
    defaultPreload: 'intent',
    defaultPreloadDelay: 80,
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: FailedScreen,
    scrollRestoration: true,
  })
}

/** Whether a path belongs to this dashboard: `//elsewhere` would be another site. */
function isInternalPath(next: unknown): next is string {
  return typeof next === 'string' && /^\/(?![/\\])/.test(next)
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
