import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { request } from '../harness/account.ts'
import type { Stage } from './stage.ts'

const program = `import { captureException, flush, init } from '@bugle/node'
const [token, endpoint, appId] = process.argv.slice(2)
init({ token, endpoint, appId, storeDirectory: false })
captureException(new Error('hello'))
console.log(await flush(4000))`

/** A server that is no Bugle; counts its requests. */
async function openOther(status: number, headers: Record<string, string> = {}) {
  const seen: string[] = []
  const server = createServer((incoming, response) => {
    seen.push(`${incoming.method}`)
    incoming.resume().on('end', () => response.writeHead(status, headers).end('<h1>no</h1>'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, seen, close: () => server.close() }
}

/** Declares the tests of the first five minutes, and of servers that ask for a pause. */
export function setUpStories(stage: Stage): void {
  describe.concurrent('a program that is set up wrong is told so in one line, and flush says false', () => {
    const run = async (token: string, endpoint: string, appId = 'com.example.desk') =>
      stage.host.run([stage.host.program(`set-up-${appId}.mjs`, program), token, endpoint, appId], {})

    it('by its token', async () => {
      const { url } = stage.server
      const stderr = `[bugle] ${url}/ingest answered 401: check the token\n`
      expect(await run('bgl_live_wrong', url)).toEqual({ code: 0, stdout: 'false\n', stderr })
    })

    it('by its app id', async () => {
      const { ingestToken } = await stage.newProject('set-up')
      const { url } = stage.server
      const stderr = `[bugle] ${url}/ingest answered 403: check appId\n`
      expect(await run(ingestToken, url, 'com.example.other')).toEqual({ code: 0, stdout: 'false\n', stderr })
    })

    it.each([
      [404, {}, 'no Bugle there; check endpoint'],
      [200, {}, 'no Bugle there; check endpoint'],
      [301, { location: 'https://bugle.example.com/ingest' }, 'set endpoint to https://bugle.example.com'],
    ])('by an address that answers %d', async (status, headers, advice) => {
      const other = await openOther(status, headers)
      const stderr = `[bugle] ${other.url}/ingest answered ${status}: ${advice}\n`
      expect(await run('bgl_live_x', other.url)).toEqual({ code: 0, stdout: 'false\n', stderr })
      other.close()
      // It is no final refusal: a proxy responds so while the server behind it restarts.
      expect(other.seen.length).toBeGreaterThan(1)
    })

    it('by an address where nothing answers', async () => {
      const stderr = '[bugle] http://127.0.0.1:9/ingest answered nothing: no Bugle there; check endpoint\n'
      expect(await run('bgl_live_x', 'http://127.0.0.1:9')).toEqual({ code: 0, stdout: 'false\n', stderr })
    })
  })

  describe.concurrent('a server that asks for a pause', () => {
    it.each([
      ['at their end', ''],
      ['by an uncaught error', "throw new Error('the end')"],
    ])('has it from programs that are started again and again and end %s', async (_, end) => {
      const other = await openOther(503, { 'retry-after': '300' })
      const name = `pause-${end.length}`
      const file = stage.host.program(
        `${name}.mjs`,
        `import { captureException, init } from '@bugle/node'
         init({ token: 'bgl_live_x', endpoint: '${other.url}', appId: 'x', storeDirectory: process.env.BUGLE_STORE })
         for (let i = 0; i < 90; i += 1) captureException(new Error('number ' + 'abcdefghij'[i % 10] + 'abcdefghi'[i % 9]))
         ${end}`,
      )
      const env = { BUGLE_STORE: join(stage.host.directory, name) }
      for (let start = 0; start < 4; start += 1)
        expect(await stage.host.run([file], env)).toMatchObject({ code: end === '' ? 0 : 1 })
      other.close()
      // As many as the first process has in flight.
      expect(other.seen.length).toBeLessThanOrEqual(4)
      expect(other.seen.length).toBeGreaterThan(0)
    })
  })

  describe.concurrent('npx bugle-node test', () => {
    const test = (args: string[], env: Record<string, string> = {}) => {
      const command = join(stage.host.directory, 'node_modules/@bugle/node/esm/check.js')
      return stage.host.run([command, ...args], env)
    }

    it('sends an event with the settings of the program, and reads it back', async () => {
      const project = await stage.newProject('check')
      const { token: apiToken } = await request(stage.account, 'POST', '/api/me/api-tokens', {
        name: 'check',
        scopes: ['project:read', 'issue:read'],
      })
      const env = {
        BUGLE_TOKEN: project.ingestToken,
        BUGLE_ENDPOINT: stage.server.url,
        BUGLE_APP_ID: project.app_id,
        BUGLE_API_TOKEN: apiToken,
      }
      const { code, stdout, stderr } = await test(['test'], env)
      expect([code, stderr]).toEqual([0, ''])
      expect(stdout).toMatch(
        /^endpoint: .*\/ingest, app id: .*\nthe server has event evt_\w+\nread it back: issue iss_\w+\n$/,
      )
    })

    it.each([
      ['bgl_live_wrong', 'com.example.desk', /401: check the token\n.*invalid or revoked/],
      ['', 'com.example.other', /403: check appId\n.*not pinned/],
    ])('says what to mend: %s %s', async (wrong, appId, text) => {
      const { ingestToken } = await stage.newProject('check')
      const args = ['test', '--token', wrong || ingestToken, '--endpoint', stage.server.url, '--app-id', appId]
      expect(await test(args)).toMatchObject({ code: 1, stderr: expect.stringMatching(text) })
    })

    it('says that nobody answers, and how it is called', async () => {
      const args = ['test', '--token', 'x', '--endpoint', 'http://127.0.0.1:9', '--app-id', 'x']
      expect(await test(args)).toMatchObject({ code: 1, stderr: expect.stringContaining('answered nothing') })
      for (const wrong of [[], ['test'], ['test', '--nonsense']])
        expect(await test(wrong)).toMatchObject({ code: 2, stderr: expect.stringContaining('Usage: npx bugle-node') })
    })
  })
}
