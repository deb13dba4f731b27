import { pause } from '../../e2e/harness/built-server.ts'
import { drained } from '../drain.ts'
import { appId } from '../events.ts'
import { spentSince, totalOf } from '../measure.ts'
import { packAll } from '../packing.ts'
import { type Subject, startSubject } from '../subject.ts'
import { upload } from './late-map.ts'
import { mappedFrames } from './positions.ts'

/** The cost of events by what is known of their code. */
export interface EventCost {
  /** CPU microseconds of an event that is the first of its stack. */
  first: number
  /** CPU microseconds of an event whose stack is known. */
  known: number
  /** Bytes of the database per event, packed. */
  bytes: number
  /** Exact groups that were opened. */
  groups: number
}

/** Three kinds of the same events: code that is not generated, generated code, and generated code with its map. */
export interface GeneratedCodeResult {
  plain: EventCost
  generated: EventCost
  mapped: EventCost
}

const issues = 4
const stacksOfIssue = 300
const framesOfStack = 8
const eventsOfStack = 51
/** How often a user meets the same stack. */
const eventsOfUser = 3
const connections = 24
const release = '1.0.0'
const environment = { BUGLE_INGEST_RATE: '1000000', BUGLE_MAX_NEW_GROUPS: '1000000' }

/** Sends 300 distinct stacks to each of 4 issues, each stack once and then again and again. */
export async function measureGeneratedCode(map: string): Promise<GeneratedCodeResult> {
  // Both have one length; only JavaScript can be generated code.
  const plain = await measureCost(map, 'https://shop.example/assets/app.jx', false)
  const generated = await measureCost(map, 'https://shop.example/assets/app.js', false)
  const mapped = await measureCost(map, 'https://shop.example/assets/app.js', true)
  return { plain, generated, mapped }
}

async function measureCost(map: string, file: string, isMapped: boolean): Promise<EventCost> {
  const subject = await startSubject(1, environment, undefined)
  try {
    const { account, data, projects } = subject
    if (isMapped) await upload(account.url, account.token, projects[0]!.id, map)
    while ((await data.unreadyArtifacts()) > 0) await pause(100)
    const stacks = issues * stacksOfIssue
    const frames = mappedFrames(map, stacks + framesOfStack)
    const send = (n: number) => {
      const type = `E${n % issues}Error`
      const calls = frames.slice(n % stacks, (n % stacks) + framesOfStack)
      const printed = calls.map(({ line, column }) => `    at t (${file}:${line}:${column})`)
      return post(subject, {
        type,
        stack: [`${type}: boom`, ...printed].join('\n'),
        user: `u${(n % stacks) + Math.floor(n / stacks / eventsOfUser) * 211}`,
      })
    }
    // Code that the first requests would compile.
    await sendAll(subject, send, 0, 200)
    const emptyBytes = await data.bytes()
    const first = await cpuOf(subject, () => sendAll(subject, send, 200, stacks))
    const events = stacks * eventsOfStack
    const known = await cpuOf(subject, () => sendAll(subject, send, stacks, events))
    const groups = await data.exactGroups()
    const { bytesAfter } = await packAll(subject, emptyBytes)
    return { first: first / (stacks - 200), known: known / (events - stacks), bytes: bytesAfter, groups }
  } finally {
    await subject.close()
  }
}

/** CPU microseconds until everything is digested, and every stack was looked at. */
async function cpuOf(subject: Subject, work: () => Promise<void>): Promise<number> {
  const before = subject.cpu()
  await work()
  return totalOf(spentSince(before, subject.cpu()))
}

async function sendAll(subject: Subject, send: (n: number) => Promise<void>, from: number, to: number): Promise<void> {
  let next = from
  const sender = async () => {
    while (next < to) {
      const n = next
      next += 1
      await send(n)
    }
  }
  await Promise.all(Array.from({ length: connections }, sender))
  await drained(subject)
  while ((await subject.data.dueGroups()) > 0) await pause(100)
}

async function post(
  { server, tokens }: Subject,
  { type, stack, user }: { type: string; stack: string; user: string },
): Promise<void> {
  const event = { exception_type: type, message: 'boom', platform: 'web', app_id: appId, release, stack }
  const response = await fetch(`${server.url}/ingest`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-service-token': tokens[0]! },
    body: JSON.stringify({ ...event, user_id_anon: user }),
  })
  if (response.status !== 202) throw new Error(`ingest → ${response.status}`)
  await response.arrayBuffer()
}
