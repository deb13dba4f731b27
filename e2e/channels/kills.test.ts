import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type ChannelReceiver,
  type ReceivedMessage,
  startChannelReceiver,
} from '../../apps/server/test/channel-receiver.ts'
import { isPossible } from '../faults/expect-no-fault.ts'
import { pause } from '../harness/built-server.ts'
import { signalAll, type TreeProcess } from '../harness/process-tree.ts'
import { AlertStage } from './alert-stage.ts'

const kills = process.env.BUGLE_LONG === '1' ? 100 : 3
/** Channels of one rule: one whose worker was killed rests for the lease. */
const channels = 8
/** Longer than the lease of a channel. */
const quietMs = 120_000

let service: ChannelReceiver
let stage: AlertStage
beforeAll(async () => {
  service = await startChannelReceiver()
  stage = await AlertStage.open([service.host], {
    BUGLE_INGEST_RATE: '1000000',
    BUGLE_MAX_NEW_GROUPS: '1000000',
  })
})
afterAll(async () => {
  await stage?.close()
  await service?.close()
})

it.runIf(isPossible)(
  'a process that is killed while it notifies loses no issue, and repeats a message only under its id',
  async () => {
    for (let number = 0; number < channels; number += 1)
      await stage.addChannel('webhook', { url: `${service.url}/hook-${number}` }, `hook ${number}`)
    const reported = new Set<string>()
    let isOver = false
    const reporting = (async () => {
      for (let number = 0; !isOver; number += 1) {
        // Without an answer nothing was acknowledged.
        await stage.report(`Killed${number}Error`).then(
          (id) => reported.add(id),
          () => undefined,
        )
        await pause(20)
      }
    })()
    for (let kill = 1; kill <= kills; kill += 1) {
      // A message at least was sent since the last kill, and at any moment of the next one.
      const before = service.received.length
      while (service.received.length === before) await pause(5)
      await pause(Math.random() * 300)
      signalAll(await runningWorkers(), 'SIGKILL')
    }
    isOver = true
    await reporting

    const missing = () =>
      Array.from({ length: channels }, (_, number) => {
        const notified = new Set(messagesAt(`/hook-${number}`).flatMap(({ body }) => issuesOf(body)))
        return [...reported].filter((id) => !notified.has(id)).length
      })
    for (let last = performance.now(), seen = -1; performance.now() - last < quietMs; await pause(100)) {
      if (missing().every((count) => count === 0)) break
      if (service.received.length > seen) [last, seen] = [performance.now(), service.received.length]
    }
    expect(missing()).toEqual(Array.from({ length: channels }, () => 0))
    expect(Array.from({ length: channels }, (_, number) => repeatedUnderOtherIds(`/hook-${number}`))).toEqual(
      Array.from({ length: channels }, () => []),
    )
  },
  kills * 10_000 + 300_000,
)

/** By default it is one process that digests, notifies and answers requests. */
async function runningWorkers(): Promise<TreeProcess[]> {
  for (;;) {
    const workers = stage.server.processes().filter(({ role }) => role === 'worker' || role === 'http')
    if (workers.length > 0) return workers
    await pause(50)
  }
}

function messagesAt(path: string): ReceivedMessage[] {
  return service.received.filter((one) => one.path === path)
}

function issuesOf(body: string): string[] {
  return [...new Set(body.match(/iss_[0-9a-f]+/g) ?? [])]
}

/** Returns issues that came in messages of different ids. */
function repeatedUnderOtherIds(path: string): string[] {
  const messages = new Map<string, Set<string>>()
  for (const { headers, body } of messagesAt(path))
    for (const issue of issuesOf(body))
      messages.set(issue, (messages.get(issue) ?? new Set()).add(String(headers['webhook-id'])))
  return [...messages].filter(([, ids]) => ids.size > 1).map(([issue]) => issue)
}
