import { statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { createProject, register } from '../harness/account.ts'
import { logIn } from './steps.ts'
import { describeDashboard } from './window.ts'

const built = fileURLToPath(new URL('../../apps/server/dist/dashboard', import.meta.url))

describeDashboard('the size of the dashboard', (dashboard) => {
  it('loads at most 180 kB of compressed JavaScript for the list of issues', async () => {
    const account = await register(dashboard.server.url)
    const project = await createProject(account, 'Size')
    const state = await signedIn(account)
    await dashboard.inWindow({ storageState: state }, async (page) => {
      const scripts = new Set<string>()
      page.on('request', (sent) => {
        const { pathname } = new URL(sent.url())
        if (pathname.endsWith('.js')) scripts.add(pathname)
      })
      await page.goto(`/projects/${project.id}/issues`)
      await page.getByText('Nothing received yet.').waitFor()
      const sizes = [...scripts].map((path) => statSync(join(built, `${path}.gz`)).size)
      expect(sizes.length).toBeGreaterThan(2)
      expect(sizes.reduce((sum, size) => sum + size, 0) / 1000).toBeLessThanOrEqual(180)
    })
  })

  async function signedIn(account: Parameters<typeof logIn>[1]) {
    let state: Awaited<ReturnType<Parameters<Parameters<typeof dashboard.inWindow>[1]>[1]['storageState']>>
    await dashboard.inWindow({}, async (page, context) => {
      await page.goto('/sign-in')
      await logIn(page, account)
      state = await context.storageState()
    })
    return state!
  }
})
