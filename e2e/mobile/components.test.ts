import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { IngestAcknowledgement } from '@bugle/protocol'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { EvilProvider } from '../../apps/server/test/evil-provider.ts'
import { createProject, registerForPhone } from '../harness/account.ts'
import { BuiltServer } from '../harness/built-server.ts'
import { shown } from '../harness/shown.ts'
import { describeWithPackages } from './describe-with-packages.ts'
import { sendEvent } from './mobile-app.ts'

const app = fileURLToPath(new URL('../../apps/mobile/', import.meta.url))
const jest = join(app, 'node_modules/jest/bin/jest.js')

/** The components of the phone's app, on React Native's own renderer, by jest-expo; see apps/mobile/jest.config.js. */
describeWithPackages('the components of the native apps', () => {
  let server: BuiltServer
  let provider: EvilProvider

  beforeAll(async () => {
    provider = await EvilProvider.start()
    server = await BuiltServer.install({ BUGLE_OIDC_ISSUER: provider.issuer, BUGLE_OIDC_CLIENT_ID: 'bugle' })
    server.start()
    await server.ready()
  })

  afterAll(async () => {
    await server?.remove()
    await provider?.close()
  })

  it.each(['ios', 'android'])(
    'sign in at a real server, open every screen and keep data for later, as on %s',
    async (platform) => {
      const account = await registerForPhone(server.url)
      const { email, password } = account
      const project = await createProject(account, 'Web shop')
      for (const type of ['TypeError', 'RangeError', 'SyntaxError']) {
        const response = await sendEvent(server.url, project, type)
        await shown(account, (await response.json()) as IngestAcknowledgement)
      }
      provider.said = { sub: platform, email: `${platform}@acme.example`, email_verified: true, name: 'Ida' }
      const env = {
        ...process.env,
        BUGLE_SERVER: server.url,
        BUGLE_EMAIL: email,
        BUGLE_PASSWORD: password,
        NODE_ENV: 'test',
      }
      const { stderr } = await promisify(execFile)(
        process.execPath,
        [jest, '--selectProjects', platform, '--runInBand', '--forceExit'],
        // A run that hangs does not outlive this test. The first one transforms all of React Native.
        { cwd: app, env, timeout: 590_000, killSignal: 'SIGKILL' },
      )
      expect(stderr).toMatch(/^Tests: +(\d+) passed, \1 total/m)
    },
    600_000,
  )
})
