import type { UploadResponse } from '@bugle/protocol'
import { listIssues } from '../../e2e/harness/account.ts'
import { pause } from '../../e2e/harness/built-server.ts'
import { appId } from '../events.ts'
import { spentSince, totalOf } from '../measure.ts'
import { startSubject } from '../subject.ts'
import { mappedFrames } from './positions.ts'

export interface LateMapResult {
  stacks: number
  /** Events that they count. */
  events: number
  issuesBefore: number
  issuesAfter: number
  /** Seconds from the response to the upload until every stack is where it belongs, the index included. */
  seconds: number
  /** CPU seconds of server and database meanwhile. */
  cpu: number
  /** Whether the events of all issues add up to those that were sent. */
  isExact: boolean
}

const stacks = 5000
const repeat = 200
const types = 100
const release = '1.0.0'
const file = 'https://shop.example/assets/app.js'

/** Sends distinct stacks of one build, then its source map, and waits until all of them were moved. */
export async function measureLateMap(map: string): Promise<LateMapResult> {
  const subject = await startSubject(1, { BUGLE_INGEST_RATE: '1000000', BUGLE_MAX_NEW_GROUPS: '1000000' }, undefined)
  try {
    const { account, data, projects } = subject
    const [project] = projects
    const frames = mappedFrames(map, stacks + 2)
    for (let from = 0; from < stacks; from += 100)
      await Promise.all(
        Array.from({ length: 100 }, (_, n) => send(subject, frames.slice(from + n, from + n + 3), from + n)),
      )
    await until(async () => (await data.backlog()) === 0 && (await data.dueGroups()) === 0)
    const before = await listIssues(account, project!)
    const cpu = subject.cpu()
    await upload(account.url, account.token, project!.id, map)
    const began = performance.now()
    await until(async () => (await data.unresolvedGroups()) === 0 || performance.now() - began > 600_000)
    const seconds = (performance.now() - began) / 1000
    const spent = totalOf(spentSince(cpu, subject.cpu()))
    const after = await listIssues(account, project!)
    const counted = after.reduce((sum, { count }) => sum + count, 0)
    return {
      stacks,
      events: stacks * repeat,
      issuesBefore: before.length,
      issuesAfter: after.length,
      seconds,
      cpu: spent / 1e6,
      isExact: counted === stacks * repeat && (await data.unresolvedGroups()) === 0,
    }
  } finally {
    await subject.close()
  }
}

type Subject = Awaited<ReturnType<typeof startSubject>>

async function send({ server, tokens }: Subject, frames: ReturnType<typeof mappedFrames>, n: number): Promise<void> {
  const type = `E${n % types}Error`
  const stack = [`${type}: boom`, ...frames.map(({ line, column }) => `    at t (${file}:${line}:${column})`)].join(
    '\n',
  )
  const event = { exception_type: type, message: 'boom', platform: 'web', app_id: appId, release, stack, repeat }
  const response = await fetch(`${server.url}/ingest`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-service-token': tokens[0]! },
    body: JSON.stringify(event),
  })
  if (response.status !== 202) throw new Error(`ingest → ${response.status}`)
}

/** Uploads the map of the program, of release 1.0.0. */
export async function upload(url: string, token: string, projectId: string, map: string): Promise<void> {
  const form = new FormData()
  form.append('release', release)
  form.append('url', file)
  form.append('file', new Blob([map]), 'app.js.map')
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${url}/api/projects/${projectId}/artifacts`, { method: 'POST', headers, body: form })
  const { files } = (await response.json()) as UploadResponse
  if (files[0]?.state !== 'accepted') throw new Error(`upload → ${JSON.stringify(files)}`)
}

async function until(isDone: () => Promise<boolean>): Promise<void> {
  while (!(await isDone())) await pause(100)
}
