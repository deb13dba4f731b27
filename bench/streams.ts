import { connect, type Socket } from 'node:net'
import { getRequest } from '../e2e/harness/connection.ts'
import { drained } from './drain.ts'
import type { LoadGenerator } from './load.ts'
import type { Latency } from './load-order.ts'
import { spentSince, totalOf } from './measure.ts'
import type { Subject } from './subject.ts'

export interface StreamsResult {
  streams: number
  rate: number
  /** Rounds without and with open streams, alternating. */
  without: StreamsRound[]
  with: StreamsRound[]
}

export interface StreamsRound {
  /** CPU microseconds per event, over all processes. */
  cpu: number
  ack: Latency
  /** Bytes per second received by all streams together. */
  receivedPerSecond: number
}

/** Measures how open pages, each receiving all projects, affect a steady rate of events. */
export async function measureStreams(
  subject: Subject,
  load: LoadGenerator,
  rate: number,
  { rounds, seconds, streams }: { rounds: number; seconds: number; streams: number },
): Promise<StreamsResult> {
  const result: StreamsResult = { streams, rate, without: [], with: [] }
  for (let round = 0; round < rounds; round += 1) {
    result.without.push(await runRound(subject, load, rate, seconds, 0))
    result.with.push(await runRound(subject, load, rate, seconds, streams))
  }
  return result
}

async function runRound(
  subject: Subject,
  load: LoadGenerator,
  rate: number,
  seconds: number,
  streams: number,
): Promise<StreamsRound> {
  await drained(subject)
  const pages = await Promise.all(Array.from({ length: streams }, () => openPage(subject)))
  const before = subject.cpu()
  const receivedBefore = bytesOf(pages)
  const { acknowledged, latency } = await load.run({
    port: subject.server.port,
    tokens: subject.tokens,
    shape: { kind: 'open', rate, seconds, connections: 256, giveUpMs: 10_000 },
  })
  await drained(subject)
  const cpu = totalOf(spentSince(before, subject.cpu())) / acknowledged
  const receivedPerSecond = (bytesOf(pages) - receivedBefore) / seconds
  if (pages.some((page) => page.destroyed)) throw new Error('a stream ended while events came')
  for (const page of pages) page.destroy()
  if (streams > 0 && receivedPerSecond === 0) throw new Error('the streams received nothing')
  return { cpu, ack: latency, receivedPerSecond }
}

/** A page that discards what it reads, to stay cheap for this process. Resolves with the head of the response. */
async function openPage({ server, account }: Subject): Promise<Socket> {
  const page = connect({ port: server.port, host: '127.0.0.1' })
  for (const part of getRequest('/api/stream', account.token)) page.write(part)
  const head = await new Promise<Buffer>((resolve, reject) => {
    page.once('data', resolve)
    page.once('error', reject)
  })
  page.on('error', () => {}) // 'destroyed' is enough
  const status = head.toString('latin1', 9, 12)
  if (status !== '200') throw new Error(`opening a stream gives ${status}`)
  return page.resume()
}

function bytesOf(pages: readonly Socket[]): number {
  return pages.reduce((sum, page) => sum + page.bytesRead, 0)
}
