import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ChannelReceiver, startChannelReceiver } from '../../apps/server/test/channel-receiver.ts'
import { chromiumPath, chromiumTool, launchChromium } from '../harness/chromium.ts'
import { describeWithTool } from '../programs/describe-with-tool.ts'
import { AlertStage } from './alert-stage.ts'

describeWithTool(chromiumTool, 'alerts in the dashboard', () => {
  let service: ChannelReceiver
  let stage: AlertStage
  let browser: Browser

  beforeAll(async () => {
    service = await startChannelReceiver()
    stage = await AlertStage.open([service.host])
    browser = await launchChromium(chromiumPath)
  })
  afterAll(async () => {
    await browser?.close()
    await stage?.close()
    await service?.close()
  })

  it('add a channel, test it, let the first rule notify it, and show the incident and the history', async () => {
    const page = await browser.newPage({ baseURL: stage.server.url, reducedMotion: 'reduce' })
    await page.goto(`/sign-in?next=/organizations/${stage.organization}/alerts`)
    await page.getByLabel('E-mail', { exact: true }).fill(stage.account.email)
    await page.getByLabel('Password', { exact: true }).fill(stage.account.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()

    await page.getByRole('button', { name: 'Add a channel' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Service').selectOption('webhook')
    await dialog.getByLabel('Name', { exact: true }).fill('#ops')
    await dialog.getByLabel('Address of your program').fill(`${service.url}/hook`)
    await dialog.getByRole('button', { name: 'Add the channel' }).click()
    await dialog.getByText(/whsec_/).waitFor()
    await dialog.getByRole('button', { name: "I've saved it" }).click()

    await page.getByRole('button', { name: 'Send a test…' }).click()
    await dialog.getByRole('figure').waitFor()
    expect(service.received).toEqual([])
    await dialog.getByRole('button', { name: 'Send it' }).click()
    await dialog.getByText(/The service took it after/).waitFor()
    expect(service.received.map(({ body }) => JSON.parse(body).type)).toEqual(['test'])
    await dialog.getByRole('button', { name: 'Close' }).last().click()

    await page.getByRole('button', { name: 'Actions for New in production' }).click()
    await page.getByRole('menuitem', { name: 'Edit…' }).click()
    await dialog.getByLabel('Only issues that match (optional)').fill('level:fatal ')
    // The completions cover what is below them until the field is left.
    await dialog.getByLabel('Name', { exact: true }).focus()
    await dialog.getByLabel('#ops · Webhook').check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    // It shows the same sentence, until it is gone.
    await dialog.waitFor({ state: 'hidden' })
    await page.getByText(/then notify members and #ops\./).waitFor()

    await stage.report('QuietError', { level: 'warning' })
    const issueId = await stage.report('LoudError', { level: 'fatal' })
    const incident = page.getByRole('region', { name: 'Incidents' }).getByRole('listitem')
    // The page asks once a minute.
    await expect
      .poll(async () => {
        await page.reload()
        await page.getByRole('button', { name: 'Actions for New in production' }).waitFor()
        return incident.allInnerTexts()
      })
      .toEqual([expect.stringMatching(/LoudError[\s\S]*New in production[\s\S]*Notified: #ops /)])
    await incident.getByRole('link').click()
    await page.waitForURL(`**/issues/${issueId}`)
    await page.getByText('notified #ops by the rule New in production').waitFor()
  })
})
