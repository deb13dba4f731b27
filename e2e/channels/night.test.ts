import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type ChannelReceiver,
  type ReceivedMessage,
  startChannelReceiver,
} from '../../apps/server/test/channel-receiver.ts'
import { request } from '../harness/account.ts'
import { seededRandom } from '../harness/random.ts'
import { AlertStage, untilFound } from './alert-stage.ts'

/**
 * A night of a team: what goes on in the background, an outage that is over in the end, and a release that brings many new
 * issues at once. Each channel must be told all of it, once, and in few messages.
 */
const isLong = process.env.BUGLE_LONG === '1'
const night = isLong
  ? { events: 20_000, ofRelease: 240, background: 60 }
  : { events: 2000, ofRelease: 60, background: 20 }
const outage = { type: 'ConnectionError', threshold: 200 }
const burst = isLong ? 500 : 100
const pace = { text: '5s', ms: 5000 }

let service: ChannelReceiver
let stage: AlertStage
beforeAll(async () => {
  service = await startChannelReceiver()
  stage = await AlertStage.open([service.host], {
    BUGLE_INGEST_RATE: '1000000',
    BUGLE_MAX_NEW_GROUPS: '1000000',
    BUGLE_ALERT_MESSAGES: '10000',
    BUGLE_ALERT_PACE: pace.text,
  })
})
afterAll(async () => {
  await stage?.close()
  await service?.close()
})

it('a night with an outage and a noisy release: every issue once, in few messages, and the pager is resolved', async () => {
  const production = 'environment:production'
  const chat = await addChannel('mattermost', 'chat', { url: `${service.url}/chat` })
  const program = await addChannel('webhook', 'program', { url: `${service.url}/program` })
  const pager = await addChannel('opsgenie', 'pager', { url: service.url, api_key: 'key-of-the-night' })
  const changes = { triggers: ['issue.new', 'issue.regressed'], condition: production }
  await addRule({ ...changes, name: 'New', channel_ids: [chat, program] })
  const threshold = { count: outage.threshold, minutes: 60 }
  const rule = { triggers: ['issue.events'], condition: 'level:fatal', threshold, is_urgent: true }
  await addRule({ ...rule, name: 'Outage', channel_ids: [pager, chat] })

  const began = performance.now()
  const issues = await sendNight()
  const ofOutage = issues.get(outage.type)!
  const expected = [...issues].filter(([type]) => !type.startsWith('Staging')).map(([, id]) => id)
  await untilFound('last issue at the program', async () =>
    expected.every((id) => idsAt('/program').includes(id)) ? true : undefined,
  )
  await untilFound('alert at the pager', async () => (alerts().length > 0 ? true : undefined))
  // It waits for the pace; an issue that was decided meanwhile would be left out.
  const reported = () => reportedIn(messages('/chat'))
  await untilFound('last issue in the chat', async () => (reported() >= expected.length ? true : undefined))
  await request(stage.account, 'PATCH', `/api/issues/${ofOutage}`, { status: 'resolved' })
  await untilFound('end at the pager', async () => (ends().length > 0 ? true : undefined))
  const tookMs = performance.now() - began

  console.log(
    `${night.events} events, ${issues.size} issues, ${Math.round(tookMs / 1000)} s: chat ${messages('/chat').length}, ` +
      `program ${messages('/program').length}, pager ${alerts().length} and ${ends().length}`,
  )
  expect(idsAt('/program').sort()).toEqual([...expected].sort())
  // The outage is new, and has many events: one message or two.
  expect(reported() - expected.length).toBeLessThanOrEqual(1)
  for (const path of ['/chat', '/program']) expect(messages(path).length).toBeLessThanOrEqual(tookMs / pace.ms + 2)
  expect([alerts().length, ends().length]).toEqual([1, 1])
  expect(JSON.stringify(service.received.map(({ body }) => body))).not.toContain('Staging')
})

it('many new issues at once are one message in each pace at every channel, which count all of them', async () => {
  const kinds = ['mattermost', 'rocket_chat', 'discord', 'slack', 'teams', 'ntfy'] as const
  const channels = await Promise.all(
    kinds.map((kind) => {
      const url = `${service.url}/burst-${kind}`
      return addChannel(kind, `burst ${kind}`, kind === 'ntfy' ? { url, topic: 'burst' } : { url })
    }),
  )
  await addRule({ triggers: ['issue.new'], condition: 'environment:burst', name: 'Burst', channel_ids: channels })
  const began = performance.now()
  const numbers = Array.from({ length: burst }, (_, number) => number)
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      for (let next = numbers.pop(); next !== undefined; next = numbers.pop())
        await stage.report(`Burst${next}Error`, { environment: 'burst' })
    }),
  )
  for (const kind of kinds) {
    const sent = () => service.received.filter(({ path }) => path.startsWith(`/burst-${kind}`))
    const counted = () => sent().reduce((sum, { body }) => sum + newIn(body), 0)
    await untilFound(`last message of ${kind}`, async () => (counted() >= burst ? true : undefined))
    expect(counted()).toBe(burst)
    expect(sent().length).toBeLessThanOrEqual((performance.now() - began) / pace.ms + 1)
  }
})

async function addChannel(kind: string, name: string, config: object): Promise<string> {
  const path = `/api/organizations/${stage.organization}/channels` as const
  const { channel } = await request(stage.account, 'POST', path, { kind, name, config } as never)
  return channel.id
}

async function addRule(body: object): Promise<void> {
  await request(stage.account, 'POST', `/api/organizations/${stage.organization}/alert-rules`, body as never)
}

/** Sends the events of the night. @returns the issue of each type */
async function sendNight(): Promise<Map<string, string>> {
  const random = seededRandom(7)
  const issues = new Map<string, string>()
  const plan = Array.from({ length: night.events }, (_, nth) => {
    const part = nth / night.events
    if (part > 0.3 && part < 0.6 && random.below(2) === 0) return { type: outage.type, change: { level: 'fatal' } }
    if (part > 0.7 && random.below(2) === 0)
      return { type: `Release${random.below(night.ofRelease)}Error`, change: { release: '4.2.1' } }
    const number = random.below(night.background)
    return number % 2 === 0
      ? { type: `Background${number}Error`, change: {} }
      : { type: `Staging${number}Error`, change: { environment: 'staging' } }
  })
  const rest = [...plan].reverse()
  const sendOn = async () => {
    for (let next = rest.pop(); next !== undefined; next = rest.pop())
      issues.set(
        next.type,
        await stage.report(next.type, { environment: 'production', release: '4.2.0', ...next.change }),
      )
  }
  await Promise.all(Array.from({ length: 16 }, sendOn))
  return issues
}

const messages = (path: string) => service.received.filter((one) => one.path === path)

function idsAt(path: string): string[] {
  return messages(path).flatMap(({ body }) => [...new Set(body.match(/iss_[0-9a-f]+/g) ?? [])])
}

const alerts = () => service.received.filter(({ path }) => path === '/v2/alerts')
const ends = () => service.received.filter(({ path }) => /^\/v2\/alerts\/[^/]+\/close/.test(path))

/** Adds up the issues that messages of the chat report. */
function reportedIn(told: readonly ReceivedMessage[]): number {
  const isOutage = ({ body }: ReceivedMessage) => /\d+ events in|many events/.test(body)
  return told.reduce((sum, one) => sum + newIn(one.body) + Number(isOutage(one)), 0)
}

/** Returns how many new issues a message speaks of: «12 new in Web shop», or «New issue». */
function newIn(body: string): number {
  const several = /(\d+) new/.exec(body)
  return several === null ? Number(body.includes('New issue')) : Number(several[1])
}
