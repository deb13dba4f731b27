import { parseProjectId, type UploadResponse } from '@bugle/protocol'
import { build } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { type Account, createProject, listIssues, type Project, register, request } from '../harness/account.ts'
import { BuiltServer, pause } from '../harness/built-server.ts'
import { addBucket, type Bucket, killAll, onDatabase, projectsWithEvents, withBucket } from './bucket.ts'
import { canHaveBucket, isPossible, long, noBucket } from './expect-no-fault.ts'

const kills = long ? 20 : 2
const stacks = long ? 2000 : 500
/** Each is one issue until the map comes: one may have 200 distinct stacks of a release. */
const types = 20
const repeat = 5
const release = '1.0.0'
const file = 'https://shop.example/assets/app.js'
const appId = 'com.example.shop'

describe.runIf(isPossible)(
  'a late map moves every event, though everything is killed again and again meanwhile',
  () => {
    it.for([
      ['with one database server', false],
      ['with the project in a second bucket', true],
    ] as const)('%s', { timeout: 15 * 60_000 }, async ([, hasBucket], { skip }) => {
      skip(!hasBucket && !long, 'the long run has it')
      skip(hasBucket && !canHaveBucket, noBucket)
      await withBucket(hasBucket, moveByLateMap)
    })
  },
)

async function moveByLateMap(bucket: Bucket | undefined): Promise<void> {
  const server = await BuiltServer.install({
    BUGLE_INGEST_RATE: '1000000',
    BUGLE_MAX_NEW_GROUPS: '1000000',
    ...bucket?.environment,
  })
  try {
    server.start()
    await server.ready()
    const account = await register(server.url, 'late')
    if (bucket !== undefined) {
      await addBucket(server, bucket)
      await createProject(account, 'Beside', appId)
    }
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
    for (let kill = 0; kill < kills; kill += 1) {
      // From before the index is built until the last groups are moved.
      await pause(Math.random() * 700)
      await killAll(server, bucket)
    }
    if (bucket !== undefined && !long) await endLeases(bucket)
    await expect
      .poll(() => countsOf(account, project), { timeout: 180_000 })
      .toEqual({ resolved: stacks, unresolved: 0 })

    const issues = await listIssues(account, project)
    expect(issues).toHaveLength(stacks)
    expect(issues.filter(({ count }) => count !== repeat)).toEqual([])
    for (const [eventId, number] of [...acknowledged].filter((_, n) => n % 40 === 0)) {
      const { event } = await request(account, 'GET', `/api/events/${eventId}`)
      const { issue } = await request(account, 'GET', `/api/issues/${event.issue_id}`)
      expect(issue.culprit).toBe(`fail${number} in app.ts`)
    }
    if (bucket !== undefined) expect(await projectsWithEvents(bucket.url)).toEqual([parseProjectId(project.id)])
  } finally {
    await server.remove()
  }
}

/** An index that a killed process was building is built again after a minute; here it is at once. */
async function endLeases({ url }: Bucket): Promise<void> {
  await onDatabase(url, (client) => client.query('update jobs set due_at = now()'))
}

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
