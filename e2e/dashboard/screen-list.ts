import type { Page } from 'playwright-core'
import { withSampleAlerts } from './sample-alerts.ts'
import { fillIn, registerNewUser } from './steps.ts'

/** A screen of the dashboard, and how to reach it with the sample data. */
interface Screen {
  /** Starts signed in on any other screen, or signed out at `/sign-in`. */
  open: (page: Page) => Promise<void>
  isSignedOut?: boolean
}

/** Navigates as links of the dashboard do, without a page load. */
async function visit(page: Page, path: string): Promise<void> {
  await page.evaluate(`document.activeElement?.blur(); history.pushState({}, '', ${JSON.stringify(path)})`)
}

/** Waits until nothing of the previous screen is left. */
export async function settled(page: Page): Promise<void> {
  // Unlike an evaluation, waiting ends where a page no longer draws.
  await page.waitForFunction(
    'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(true))))',
  )
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
}

/** Closes open dialogs and menus. */
export async function closeAll(page: Page): Promise<void> {
  const open = page.locator('dialog[open], [role="menu"]')
  const givenUpAt = Date.now() + 60_000
  while ((await open.count()) > 0) {
    if (Date.now() > givenUpAt) throw new Error(`does not close: ${await open.first().textContent()}`)
    await page.keyboard.press('Escape')
  }
}

const rows = (page: Page) => page.getByRole('main').getByRole('listitem')

/** Path of a project of the sample data. */
async function pathOf(page: Page, name: string): Promise<string> {
  const { projects } = await page.evaluate<{ projects: { id: string; name: string }[] }>(
    "fetch('/api/projects', { signal: AbortSignal.timeout(60_000) }).then((answer) => answer.json())",
  )
  return `/projects/${projects.find((project) => project.name === name)!.id}`
}

async function openIssues(page: Page, search = '', project = 'Web shop'): Promise<void> {
  await visit(page, `${await pathOf(page, project)}/issues${search}`)
  await page.getByRole('button', { name: `${project} Switch project` }).waitFor()
  await rows(page).first().waitFor()
  // Clears the selection of a previous screen.
  await page.keyboard.press('Escape')
}

const issue =
  (project: string, title: string, after: (page: Page) => Promise<void> = async () => {}) =>
  async (page: Page) => {
    await openIssues(page, '', project)
    await page.getByRole('link', { name: title }).first().click()
    await page.getByRole('heading', { name: 'Stack' }).waitFor()
    await after(page)
  }

/** Opens a page of the sample project by its address. */
const screen = (path: string, heading: string) => async (page: Page) => {
  await visit(page, `${await pathOf(page, 'Web shop')}${path}`)
  await page.getByRole('heading', { name: heading }).first().waitFor()
}

const account = (section: string, heading: string) => async (page: Page) => {
  await visit(page, `/account/${section}`)
  await page.getByRole('heading', { name: heading }).first().waitFor()
}

const organization = (section: string, heading: string) => async (page: Page) => {
  const id = await page.evaluate<string>(
    "fetch('/api/auth/me').then((answer) => answer.json()).then((me) => me.organizations[0].id)",
  )
  await visit(page, `/organizations/${id}/${section}`)
  await page.getByRole('heading', { name: heading }).first().waitFor()
}

/** Opens the alerts of the organization, with rules and channels in every state. */
const alerts =
  (after: (page: Page) => Promise<void> = async () => {}) =>
  async (page: Page) => {
    // From another screen: what was loaded before would stay.
    await visit(page, '/account/profile')
    await withSampleAlerts(page, (await pathOf(page, 'Web shop')).split('/').at(-1)!)
    await organization('alerts', 'Incidents')(page)
    await page.getByRole('button', { name: 'Actions for #ops' }).waitFor()
    await after(page)
  }

/** Opens the page of an invitation. */
async function invited(page: Page, requiresSso: boolean): Promise<void> {
  const body = {
    organization: 'Harbor Goods',
    invited_by: 'Dana Vogel',
    role: 'member',
    email: null,
    expires_at: new Date(Date.now() + 604_800_000).toISOString(),
    may_register: !requiresSso,
    requires_sso: requiresSso,
  }
  await page.route('**/api/invitations/view', (route) => route.fulfill({ json: body }))
  await page.goto('/invitation#token=none')
}

const signedOutScreens: Record<string, Screen['open']> = {
  'sign-in': (page) => page.getByRole('button', { name: 'Sign in' }).waitFor(),
  'sign-in-wrong': async (page) => {
    await fillIn(page, { 'E-mail': 'nobody@example.com', Password: 'wrong password' })
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').waitFor()
  },
  register: async (page) => {
    await page.getByRole('link', { name: 'Create an account' }).click()
    await page.getByRole('button', { name: 'Create account' }).waitFor()
  },
  'forgot-password': async (page) => {
    await fillIn(page, { 'E-mail': 'dev@example.com' })
    await page.getByRole('link', { name: 'Forgot password' }).click()
    await page.getByRole('button', { name: 'Send link' }).waitFor()
  },
  'reset-password': async (page) => {
    await page.goto('/reset-password#token=none')
    await page.getByRole('button', { name: 'Change password' }).waitFor()
  },
  invitation: async (page) => {
    await invited(page, false)
    await page.getByRole('button', { name: 'Create account' }).waitFor()
  },
  'invitation-sso': async (page) => {
    await page.route('**/api/auth/registration', (route) =>
      route.fulfill({ json: { open: true, sso: { name: 'Acme' } } }),
    )
    await invited(page, true)
    await page.getByRole('link', { name: 'Continue with Acme' }).waitFor()
  },
  'invitation-used': async (page) => {
    await page.goto('/invitation#token=none')
    await page.getByRole('alert').waitFor()
  },
  connect: async (page) => {
    await page.goto('/connect#email=dana%40example.com')
    await page.getByRole('button', { name: 'Connect' }).waitFor()
  },
  unsubscribe: async (page) => {
    await page.goto('/unsubscribe#token=none')
    await page.getByRole('button', { name: 'Unsubscribe' }).waitFor()
  },
  'first-project': registerNewUser,
  'set-up': async (page) => {
    await registerNewUser(page)
    await fillIn(page, { Name: 'Shop', 'App ID': 'shop.example.com' })
    await page.getByRole('button', { name: 'Create project' }).click()
    await page.getByText('Waiting for the first event').waitFor()
  },
  'issues-empty': async (page) => {
    await registerNewUser(page)
    await fillIn(page, { Name: 'Shop', 'App ID': 'shop.example.com' })
    await page.getByRole('button', { name: 'Create project' }).click()
    await page.getByRole('link', { name: 'Issues' }).first().click()
    await page.getByText('Nothing received yet').waitFor()
  },
}

const signedInScreens: Record<string, Screen['open']> = {
  issues: async (page) => {
    await openIssues(page)
    await page.keyboard.press('j')
    await page.keyboard.press('j')
  },
  'issues-search': async (page) => {
    await openIssues(page)
    await page.getByRole('combobox').fill('level:')
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('ArrowDown')
  },
  'issues-filtered': async (page) => {
    await openIssues(page, '?environment=production&level=error&since=14d&sort=events')
  },
  'issues-selected': async (page) => {
    await openIssues(page)
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.keyboard.press('Shift+J')
    await page.keyboard.press('Shift+J')
    await page.getByText('3 selected').waitFor()
  },
  'issues-resolved': async (page) => {
    await openIssues(page)
    await page.getByRole('link', { name: /^Resolved/ }).click()
    await rows(page).first().waitFor()
  },
  'issues-all': async (page) => {
    await visit(page, '/issues')
    await rows(page).first().waitFor()
  },
  'issues-nothing': async (page) => {
    await visit(page, `${await pathOf(page, 'Web shop')}/issues?query=nothing-is-called-that`)
    await page.getByText('No issue matches.').waitFor()
  },
  'issues-hidden': async (page) => {
    await visit(page, `${await pathOf(page, 'Web shop')}/issues?environment=nowhere&level=error`)
    await page.getByText('are hidden by').waitFor()
  },
  'issues-waiting': async (page) => {
    // From another screen: the previous list would stay until this one loads.
    await visit(page, '/account/profile')
    await page.route('**/api/projects/*/issues?*', () => {})
    await visit(page, `${await pathOf(page, 'Web shop')}/issues?sort=users`)
    await page.getByRole('status', { name: 'Loading the issues' }).waitFor()
  },
  'issues-failed': async (page) => {
    const body = { code: 'payload_unavailable', message: 'Gone.', request_id: 'req_0193f2a7' }
    await visit(page, '/account/profile')
    await page.route('**/api/projects/*/issues?*', (route) => route.fulfill({ status: 410, json: body }))
    await visit(page, `${await pathOf(page, 'Web shop')}/issues?sort=first_seen`)
    await page.getByText('Could not load the issues').waitFor()
  },
  triage: async (page) => {
    await openIssues(page)
    await page.keyboard.press('t')
    await page.getByRole('heading', { name: 'Stack' }).waitFor()
  },
  'triage-over': async (page) => {
    await openIssues(page, '?query=ChunkLoadError')
    await page.keyboard.press('t')
    await page.getByRole('heading', { name: 'Stack' }).waitFor()
    await page.keyboard.press('a')
    await page.getByRole('list', { name: 'Decisions' }).waitFor()
  },
  issue: issue('Web shop', 'CheckoutError'),
  'issue-foot': issue('Web shop', 'CheckoutError', (page) =>
    page.getByRole('heading', { name: 'Extra' }).scrollIntoViewIfNeeded(),
  ),
  'issue-phone-app': issue('Field notes app', "TypeError: Cannot read property 'latitude'"),
  'issue-php': issue('Shop API', 'Illuminate'),
  'issue-menu': issue('Web shop', 'ChunkLoadError', async (page) => {
    await page.getByRole('button', { name: 'Snooze' }).click()
    await page.getByRole('menuitem').first().waitFor()
  }),
  'issue-merge': issue('Web shop', 'ChunkLoadError', async (page) => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Merge with' }).click()
    await page.getByRole('checkbox').first().waitFor()
  }),
  'issue-events': issue('Web shop', 'ChunkLoadError', async (page) => {
    await page.getByRole('button', { name: 'List of events' }).click()
    await page.getByRole('dialog').getByRole('listitem').first().waitFor()
  }),
  'issue-tag': issue('Web shop', 'CheckoutError', async (page) => {
    await page.getByRole('region', { name: 'Tags', exact: true }).getByRole('link').first().click()
    await page.getByRole('dialog').getByRole('listitem').first().waitFor()
  }),
  'issue-diff': issue('Web shop', 'CheckoutError', async (page) => {
    await page.keyboard.press('d')
    await page.getByRole('dialog').getByText('differ').first().waitFor()
  }),
  overview: screen('/overview', 'Overview'),
  'overview-release': screen('/overview?by=release&since=7d', 'Overview'),
  releases: screen('/releases', 'Releases'),
  release: async (page) => {
    await visit(page, `${await pathOf(page, 'Web shop')}/releases`)
    // The legend of the chart has items too, which phones hide.
    await page
      .getByRole('main')
      .getByRole('link', { name: /^shop-web@/ })
      .first()
      .click()
    await page.getByRole('heading', { name: 'New issues' }).waitFor()
  },
  monitors: screen('/monitors', 'Monitors'),
  feedback: screen('/feedback', 'Feedback'),
  'settings-general': screen('/settings/general', 'General'),
  'settings-token': screen('/settings/token', 'Ingest token'),
  'settings-sentry': async (page) => {
    await screen('/settings/sentry', 'Sentry SDKs')(page)
    await page.getByRole('region', { name: 'Privacy' }).getByRole('button', { name: 'Save' }).waitFor()
    const create = page.getByRole('button', { name: 'Create a DSN' })
    await create.waitFor()
    const list = page.getByRole('list', { name: 'DSNs' })
    if ((await list.count()) === 0) await create.click()
    await list.getByRole('button', { name: 'Change' }).click()
    await list.getByLabel('Pages that may send').fill('https://shop.example\nhttps://*.shop.example')
  },
  'settings-source-maps': screen('/settings/source-maps', 'Uploaded files'),
  'settings-notifications': screen('/settings/notifications', 'For me'),
  'settings-people': screen('/settings/people', 'Data of one user'),
  'settings-danger': screen('/settings/danger', 'Delete project'),
  'account-profile': account('profile', 'Profile'),
  'account-security': account('security', 'Two-factor authentication'),
  'account-sessions': account('sessions', 'Sessions'),
  'account-api-tokens': account('api-tokens', 'New API token'),
  'account-history': account('history', 'History'),
  'account-organizations': account('organizations', 'Organizations'),
  'account-notifications': account('notifications', 'Notifications'),
  'organization-members': organization('members', 'Members'),
  'organization-teams': organization('teams', 'New team'),
  'organization-invitations': organization('invitations', 'Invite somebody'),
  'organization-alerts': alerts(),
  'organization-alerts-empty': organization('alerts', 'Alert rules'),
  'alert-rule': alerts(async (page) => {
    await page.getByRole('button', { name: 'Actions for Checkout is down' }).click()
    await page.getByRole('menuitem', { name: 'Edit…' }).click()
    await page.getByRole('dialog').getByRole('heading', { name: 'In the last two weeks it would have fired' }).waitFor()
  }),
  'alert-channel': alerts(async (page) => {
    await page.getByRole('button', { name: 'Add a channel' }).click()
    await page.getByRole('dialog').getByLabel('Service').selectOption('matrix')
  }),
  'alert-channel-edit': alerts(async (page) => {
    await page.getByRole('button', { name: 'Actions for #ops' }).click()
    await page.getByRole('menuitem', { name: 'Edit…' }).click()
    await page.getByRole('dialog').getByLabel('Time zone').scrollIntoViewIfNeeded()
  }),
  'alert-test': alerts(async (page) => {
    await page.getByRole('button', { name: 'Actions for #ops' }).click()
    await page.getByRole('menuitem', { name: 'Send a test…' }).click()
    await page.getByRole('dialog').getByRole('figure').waitFor()
  }),
  'alert-deliveries': alerts(async (page) => {
    await page.getByRole('button', { name: 'Actions for #ops' }).click()
    await page.getByRole('menuitem', { name: 'Deliveries' }).click()
    await page.getByRole('dialog').getByRole('listitem').first().waitFor()
  }),
  'project-alerts': async (page) => {
    await withSampleAlerts(page, (await pathOf(page, 'Web shop')).split('/').at(-1)!)
    await screen('/settings/alerts', 'Incidents')(page)
    await page.getByRole('button', { name: 'Actions for Checkout is down' }).waitFor()
  },
  'organization-tokens': organization('tokens', 'New token of the organization'),
  'organization-audit': organization('audit', 'Audit trail'),
  'organization-settings': organization('settings', 'Delete organization'),
  'issue-assign': issue('Web shop', 'ChunkLoadError', async (page) => {
    // A phone assigns by the menu of further actions.
    const assign = page.getByRole('button', { name: 'Assign' })
    await ((await assign.isVisible()) ? assign : page.getByRole('button', { name: 'More actions' })).click()
    await page.getByRole('menuitem').first().waitFor()
  }),
  'account-appearance': account('appearance', 'Appearance'),
  'account-delete': account('delete', 'Delete account'),
  'help-stack': async (page) => {
    await visit(page, '/help/stack-still-minified')
    await page.getByRole('heading', { name: 'My stack is still minified' }).waitFor()
  },
  palette: async (page) => {
    await openIssues(page)
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').fill('o')
    await page.getByRole('option').first().waitFor()
  },
  keys: async (page) => {
    await openIssues(page)
    await page.keyboard.press('?')
    await page.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor()
  },
  'not-found': async (page) => {
    await visit(page, '/nowhere')
    await page.getByText('This page does not exist.').waitFor()
  },
}

export const screens: Record<string, Screen> = {
  ...Object.fromEntries(Object.entries(signedOutScreens).map(([name, open]) => [name, { open, isSignedOut: true }])),
  ...Object.fromEntries(Object.entries(signedInScreens).map(([name, open]) => [name, { open }])),
}
