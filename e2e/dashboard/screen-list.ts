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

/** The response of a server to an account that sets up a second factor; the square is drawn as large as a code. */
const secondFactor = {
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  otpauth_url: 'otpauth://totp/Bugle:dev%40example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Bugle',
  qr_svg:
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 45 45"><path fill="#fff" d="M0 0h45v45H0z"/><path d="M4 4h9v9H4zm28 0h9v9h-9zM4 32h9v9H4z"/></svg>',
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
  'sign-in-code': async (page) => {
    await page.route('**/api/auth/login', (route) =>
      route.fulfill({ json: { requires_totp: true, totp_token: 'none' } }),
    )
    await fillIn(page, { 'E-mail': 'dev@example.com', Password: 'bugle-dev-password' })
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByLabel('Authenticator code').waitFor()
  },
  'sign-in-sso': async (page) => {
    await page.route('**/api/auth/registration', (route) =>
      route.fulfill({ json: { open: false, sso: { name: 'Acme' } } }),
    )
    await page.reload()
    await page.getByRole('link', { name: 'Continue with Acme' }).waitFor()
  },
  'first-account': async (page) => {
    await page.route('**/api/auth/registration', (route) => route.fulfill({ json: { open: true, first: true } }))
    await page.goto('/register')
    await page.getByRole('heading', { name: 'Create the first account' }).waitFor()
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
  'issues-save-view': async (page) => {
    await openIssues(page, '?level=error&since=14d')
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('menuitem', { name: 'Save this view…' }).click()
    await page.getByRole('dialog').getByLabel('Name').waitFor()
  },
  'issues-views': async (page) => {
    await openIssues(page, '?level=error&since=14d')
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('menuitem', { name: 'Download as CSV' }).waitFor()
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
  issue: issue('Web shop', 'CheckoutError', (page) =>
    page.getByText('src/checkout/place-order.ts:22').first().waitFor(),
  ),
  'issue-foot': issue('Web shop', 'CheckoutError', (page) =>
    page.getByRole('heading', { name: 'Extra' }).scrollIntoViewIfNeeded(),
  ),
  'issue-phone-app': issue('Field notes app', "TypeError: Cannot read property 'latitude'"),
  'issue-php': issue('Shop API', 'Illuminate'),
  'issue-menu': issue('Web shop', 'ChunkLoadError', async (page) => {
    await page.getByRole('button', { name: 'Snooze' }).click()
    await page.getByRole('menuitem').first().waitFor()
  }),
  'issue-snooze': issue('Web shop', 'ChunkLoadError', async (page) => {
    await page.getByRole('button', { name: 'Snooze' }).click()
    await page.getByRole('menuitem', { name: 'Until a date…' }).click()
    await page.getByRole('dialog').getByLabel('Reopen on').waitFor()
  }),
  'issue-resolve-in': issue('Web shop', 'ChunkLoadError', async (page) => {
    await page.getByRole('button', { name: 'Resolve in a release' }).click()
    await page.getByRole('menuitem', { name: 'In another release…' }).click()
    await page.getByRole('dialog').getByLabel('Release with the fix').waitFor()
  }),
  'issue-delete': issue('Web shop', 'ChunkLoadError', async (page) => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete…' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Delete / })
      .waitFor()
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
  'releases-compare': async (page) => {
    await screen('/releases', 'Releases')(page)
    const chosen = page.getByRole('main').getByRole('checkbox')
    // Phones do not compare releases.
    if ((await page.evaluate<number>('innerWidth')) < 768) return
    await chosen.nth(0).check()
    await chosen.nth(1).check()
    await page.getByRole('button', { name: 'Compare', exact: true }).click()
    await page.getByRole('dialog').getByRole('table').waitFor()
  },
  monitors: screen('/monitors', 'Monitors'),
  'monitor-new': async (page) => {
    await screen('/monitors', 'Monitors')(page)
    await page.getByRole('button', { name: 'New monitor' }).click()
    await page.getByRole('dialog', { name: 'New monitor' }).waitFor()
  },
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
  'project-delete': async (page) => {
    await screen('/settings/danger', 'Delete project')(page)
    await page.getByRole('button', { name: 'Delete project…' }).click()
    await page.getByRole('dialog').getByLabel('Type Web shop to confirm').waitFor()
  },
  'new-project': async (page) => {
    await visit(page, '/projects/new')
    await page.getByRole('button', { name: 'Create project' }).waitFor()
  },
  'two-factor': async (page) => {
    await page.route('**/api/me/totp', (route) => route.fulfill({ json: secondFactor }))
    await account('security', 'Two-factor authentication')(page)
    const factor = page.getByRole('region', { name: 'Two-factor authentication' })
    await factor.getByLabel('Password', { exact: true }).fill('bugle-dev-password')
    await factor.getByRole('button', { name: 'Set up two-factor authentication' }).click()
    await factor.getByRole('img', { name: 'QR code' }).waitFor()
  },
  'phone-link': async (page) => {
    await account('sessions', 'Sessions')(page)
    await page.getByRole('button', { name: 'Open on your phone…' }).click()
    await page.getByRole('dialog').waitFor()
  },
  'sign-in-again': async (page) => {
    await account('profile', 'Profile')(page)
    const refusal = { code: 'unauthenticated', message: 'Log in first.', errors: {}, request_id: 'req_1' }
    await page.route('**/api/me', (route) => route.fulfill({ status: 401, json: refusal }))
    await page.getByRole('region', { name: 'Profile' }).getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog', { name: 'Sign in again' }).waitFor()
  },
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
  'alert-rule-new': alerts(async (page) => {
    await page.getByRole('button', { name: 'New rule' }).click()
    await page
      .getByRole('dialog')
      .getByRole('heading', { name: /it would have fired/ })
      .waitFor()
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
