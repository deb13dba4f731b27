import type { UploadResponse } from '@bugle/protocol'
import { build } from 'esbuild'
import { expect, it } from 'vitest'
import { type Account, createProject, listIssues, type Project, register, request } from '../harness/account.ts'
import { BuiltServer, pause } from '../harness/built-server.ts'
import { isPossible } from './expect-no-fault.ts'

const isLong = process.env.BUGLE_LONG === '1'
const kills = 20
const stacks = 2000
/** Each is one issue until the map comes: one may have 200 distinct stacks of a release. */
const types = 20
const repeat = 5
const release = '1.0.0'
const file = 'https://shop.example/assets/app.js'
const appId = 'com.example.shop'

it.runIf(isLong && isPossible)(
  'a late map moves every event, though everything is killed twenty times meanwhile',
  async () => {
    const server = await BuiltServer.install({ BUGLE_INGEST_RATE: '1000000', BUGLE_MAX_NEW_GROUPS: '1000000' })
    try {
      server.start()
      await server.ready()
      const account = await register(server.url, 'late')
      const project = await createProject(account, 'Shop', appId)
      const { code, map } = await bundle()
      // Each function throws once.
      const columns = [...code.matchAll(/throw /g)].map(({ index }) => index + 1)
      expect(columns).toHaveLength(stacks)
      const acknowledged = new Map<string, number>()
      for (let from = 0; from < stacks; from += 50)
        await Promise.all(
          columns.slice(from, from + 50).map(async (column, n) => {
            acknowledged.set(await send(server.url, project, from + n, column), from + n)
          }),
        )
      await expect.poll(() => countsOf(account, project)).toEqual({ resolved: 0, unresolved: stacks })
      expect(await listIssues(account, project)).toHaveLength(types)

      await upload(account, project, map)
      let restarts = 0
      for (; restarts < kills; restarts += 1) {
        // From before the index is built until the last groups are moved.
        await pause(Math.random() * 700)
        await server.kill()
        server.start()
        await server.ready()
      }
      await expect.poll(() => countsOf(account, project)).toEqual({ resolved: stacks, unresolved: 0 })

      const issues = await listIssues(account, project)
      expect(issues).toHaveLength(stacks)
      expect(issues.filter(({ count }) => count !== repeat)).toEqual([])
      for (const [eventId, number] of [...acknowledged].filter((_, n) => n % 40 === 0)) {
        const { event } = await request(account, 'GET', `/api/events/${eventId}`)
        const { issue } = await request(account, 'GET', `/api/issues/${event.issue_id}`)
        expect(issue.culprit).toBe(`fail${number} in app.ts`)
      }
    } finally {
      await server.remove()
    }
  },
  15 * 60_000,
)

/** Builds a program of as many functions as there are stacks. */
async function bundle(): Promise<{ code: string; map: string }> {
  const functions = Array.from({ length: stacks }, (_, n) => `export function fail${n}() { throw new Error('boom') }`)
  const { outputFiles } = await build({
    stdin: { contents: functions.join('\n'), sourcefile: 'app.ts', loader: 'ts' },
    bundle: true,
    minify: true,
    format: 'esm',
    sourcemap: 'external',
    outfile: 'app.js',
    write: false,
  })
  const textOf = (ending: string) => outputFiles.find(({ path }) => path.endsWith(ending))!.text
  return { code: textOf('.js'), map: textOf('.js.map') }
}

/** Reports an error at a column of the bundle; returns the id of the event. */
async function send(url: string, project: Project, number: number, column: number): Promise<string> {
  const type = `E${number % types}Error`
  const stack = `${type}: boom\n    at t (${file}:1:${column})`
  const event = { exception_type: type, message: 'boom', platform: 'web', app_id: appId, release, stack, repeat }
  const headers = { 'content-type': 'application/json', 'x-service-token': project.ingestToken }
  const response = await fetch(`${url}/ingest`, { method: 'POST', headers, body: JSON.stringify(event) })
  expect(response.status).toBe(202)
  return ((await response.json()) as { event_id: string }).event_id
}

async function upload({ url, token }: Account, project: Project, map: string): Promise<void> {
  const form = new FormData()
  form.append('release', release)
  form.append('url', file)
  form.append('file', new Blob([map]), 'app.js.map')
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${url}/api/projects/${project.id}/artifacts`, { method: 'POST', headers, body: form })
  const { files } = (await response.json()) as UploadResponse
  expect(files[0]).toMatchObject({ state: 'accepted' })
}

/** Stacks of the release, by whether they are resolved. */
async function countsOf(account: Account, project: Project): Promise<{ resolved: number; unresolved: number }> {
  const path = `/api/projects/${project.id}/releases/${release}` as const
  const { release: found } = await request(account, 'GET', path)
  return { resolved: found.stacks.resolved.stacks, unresolved: found.stacks.unresolved.stacks }
}
