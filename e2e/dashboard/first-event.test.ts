import type { Loader } from '@bugle/protocol'
import { expect, it } from 'vitest'
import { gone } from '../harness/gone.ts'
import { events } from './events.ts'
import { registerNewUser } from './steps.ts'
import { describeDashboard } from './window.ts'

describeDashboard('the way to the first event', (dashboard) => {
  it('starts with the platform, never copies a partial token, and names the received app id', async () => {
    await dashboard.inWindow({ viewport: { width: 1280, height: 900 } }, async (page) => {
      await registerNewUser(page)
      await page.getByRole('button', { name: 'Create project' }).click()
      await page.getByText('This field is required.').first().waitFor()
      await page.getByLabel('Name', { exact: true }).fill("Ann's Shop")
      await expect.poll(() => page.getByLabel('App ID').inputValue()).toBe('anns-shop')
      await page.getByText('Laravel').click()
      await page.getByRole('button', { name: 'Create project' }).click()
      await page.getByRole('button', { name: 'Laravel', pressed: true }).waitFor()
      const program = page.getByRole('region', { name: 'Command' })
      await program.getByText('BUGLE_APP_ID=anns-shop').waitFor()
      await page.getByRole('button', { name: 'Web page' }).click()
      const { path, integrity } = (await (await fetch(`${dashboard.server.url}/api/sdk/loader`)).json()) as Loader
      await expect
        .poll(() => program.textContent())
        .toContain(`src="${dashboard.server.url}${path}"\n  integrity="${integrity}"\n  crossorigin="anonymous"`)
      await page.getByRole('button', { name: 'Node' }).click()
      await page.getByText(`npm i ${dashboard.server.url}/sdk/npm/bugle-node.tgz`).waitFor()
      await expect.poll(() => program.textContent()).toMatch(/bgl_live_\w+/)
      const token = /bgl_live_\w+/.exec((await program.textContent())!)![0]
      await page.getByTitle('Copy code').waitFor()

      // The token is no longer known: an unusable command must not be copied.
      await page.reload()
      await page.getByRole('button', { name: 'Node', pressed: true }).waitFor()
      await program.locator('mark', { hasText: 'YOUR_TOKEN' }).waitFor()
      await gone(page.getByTitle('Copy code'))
      await expect.poll(() => program.textContent()).not.toContain('bgl_live_')

      const send = (event: object) =>
        fetch(`${dashboard.server.url}/ingest`, {
          method: 'POST',
          headers: { 'x-service-token': token, 'content-type': 'application/json' },
          body: JSON.stringify(event),
        })
      const event = { ...events[1], app_id: 'shop.staging' }
      expect((await send({ ...event, level: 'loud' })).status).toBe(400)
      await page.getByText('Missing or wrong: level.').waitFor()
      expect((await send(event)).status).toBe(403)
      await page.getByText('The event’s app_id is shop.staging, this project expects anns-shop.').waitFor()
      await page.getByRole('button', { name: 'Accept this app ID' }).click()
      await page.getByText('Events with the app ID shop.staging are accepted now.').waitFor()
      await expect.poll(async () => (await send(event)).status).toBe(202)
      await page.getByText('Your first event has arrived.').waitFor()
      await page.getByRole('link', { name: 'Get an e-mail about new issues' }).click()
      await page.waitForURL(/\/settings\/notifications$/)
    })
  })
})
