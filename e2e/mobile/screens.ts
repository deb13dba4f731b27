import { t } from '@bugle/presentation/i18n'
import type { Page } from 'playwright-core'

// Every screen and sheet of the mobile app, and the way there from the page of somebody who is signed in. Names are those of the
// language that the page and this process are set to.

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click()
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).last()
/** A sheet is open once its animation is over. */
const opened = (page: Page) => page.locator('[aria-modal][role=dialog]').waitFor()

const firstIssue = async (page: Page) => {
  await tab(page, t('Issues'))
  // One with a stack: the level of others is named Error.
  await page
    .getByRole('link', { name: /\w+Error/ })
    .first()
    .click()
  await page
    .getByRole('toolbar', { name: t('Decisions') })
    .last()
    .waitFor()
}
const sheetOfIssue =
  (...names: string[]) =>
  async (page: Page) => {
    await firstIssue(page)
    for (const name of names) await button(page, t(name as 'Snooze')).click()
    await opened(page)
  }
const sheetOfIssues = (name: string) => async (page: Page) => {
  await tab(page, t('Issues'))
  await button(page, t(name as 'Sort')).click()
  await opened(page)
}
const select = async (page: Page) => {
  await tab(page, t('Issues'))
  await page.getByRole('link', { name: /Error/ }).first().click({ delay: 600 })
  await page.getByRole('checkbox').nth(1).click()
}
const firstProject = async (page: Page) => {
  await tab(page, t('Projects'))
  await page.getByRole('listitem').first().getByRole('link').click()
  await page.getByLabel(t('App IDs')).waitFor()
}
const newProject = async (page: Page) => {
  await tab(page, t('Projects'))
  await button(page, t('New project')).click()
  await page.getByLabel(t('Name')).fill('Shop for phones')
}
const you = async (page: Page) => {
  await tab(page, t('You'))
  await page.getByText(t('this session')).waitFor()
}
const rowOfYou = (name: string) => async (page: Page) => {
  await you(page)
  await page.getByRole('button', { name: new RegExp(`^${t(name as 'Theme')}`) }).click()
}
const organization = async (page: Page) => {
  const { organizations } = (await (
    await page.request.get('/api/organizations', { headers: { 'x-service-client': 'mobile' } })
  ).json()) as {
    organizations: { id: string }[]
  }
  await page.goto(`/m/organizations/${organizations[0]!.id}`)
  await page.getByText(t('Touch a member to write an e-mail.')).waitFor()
}
const at = (path: string) => (page: Page) => page.goto(path)

/** Screens of somebody who is signed in. */
export const screens: Record<string, (page: Page) => Promise<unknown>> = {
  inbox: (page) => page.getByRole('link').first().waitFor(),
  issues: async (page) => {
    await tab(page, t('Issues'))
    await page.getByRole('link').first().waitFor()
  },
  issue: firstIssue,
  'issue-end': async (page) => {
    await firstIssue(page)
    await button(page, t('Send comment')).scrollIntoViewIfNeeded()
  },
  snooze: sheetOfIssue('Snooze'),
  more: sheetOfIssue('More actions'),
  assign: sheetOfIssue('More actions', 'Assign…'),
  unmerge: sheetOfIssue('More actions', 'Unmerge…'),
  delete: sheetOfIssue('More actions', 'Delete…'),
  mention: sheetOfIssue('Mention'),
  resolved: async (page) => {
    await firstIssue(page)
    await button(page, t('Resolve')).click()
    await button(page, t('Undo')).waitFor()
  },
  search: async (page) => {
    await tab(page, t('Issues'))
    await page.getByRole('searchbox').fill('lev')
    await page.getByRole('button', { name: /^level:/ }).waitFor()
  },
  'search-empty': async (page) => {
    await tab(page, t('Issues'))
    await page.getByRole('searchbox').fill('nothing like this')
    await page.getByText(t('No issue matches.')).waitFor()
  },
  filters: sheetOfIssues('Filters'),
  views: sheetOfIssues('Saved views'),
  sort: sheetOfIssues('Sort'),
  selected: select,
  'selected-more': async (page) => {
    await select(page)
    await button(page, t('More actions')).click()
    await opened(page)
  },
  notifications: async (page) => {
    await rowOfYou('Notifications')(page)
    await page.getByText(t('Know at once')).waitFor()
  },
  link: async (page) => {
    await page.goto('/m/link')
    await page.getByRole('heading', { name: t('Scan the code') }).waitFor()
  },
  projects: async (page) => {
    await tab(page, t('Projects'))
    await page.getByRole('listitem').first().waitFor()
  },
  'new-project': newProject,
  token: async (page) => {
    await newProject(page)
    await button(page, t('Create project')).click()
    await page.getByText(t('Waiting for the first event…')).waitFor()
  },
  project: firstProject,
  'delete-project': async (page) => {
    await firstProject(page)
    await page.getByRole('button', { name: t('Delete project…') }).click()
    await opened(page)
  },
  you,
  organization,
  alerts: async (page) => {
    await organization(page)
    await button(page, t('Alerts')).click()
    await page.getByText(t('Rules are made in the dashboard.')).waitFor()
  },
  'alert-mute': async (page) => {
    await screens.alerts!(page)
    await page.getByRole('button', { name: /^New in production/ }).click()
    await opened(page)
  },
  invite: async (page) => {
    await organization(page)
    await button(page, t('Invite somebody')).click()
    await opened(page)
  },
  invitation: async (page) => {
    await page.goto('/m/invitation')
    await page.getByLabel(t('Link')).waitFor()
  },
  theme: async (page) => {
    await rowOfYou('Theme')(page)
    await opened(page)
  },
  'two-factor': async (page) => {
    await rowOfYou('Two-factor authentication')(page)
    await button(page, t('Turn on')).waitFor()
  },
}

/** Screens of somebody who is not. */
export const screensOutside: Record<string, (page: Page) => Promise<unknown>> = {
  'sign-in': at('/m/sign-in'),
  register: at('/m/register'),
  'forgot-password': at('/m/forgot-password'),
  sso: at('/m/sso?error=sso_denied'),
}
