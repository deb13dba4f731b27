import { request } from '../e2e/harness/account.ts'
import { Connection, getRequest } from '../e2e/harness/connection.ts'
import { probeDisk } from './disk-probe.ts'
import { drained } from './drain.ts'
import type { LoadGenerator } from './load.ts'
import { type Latency, latencyOf, type Sample } from './load-order.ts'
import type { Subject } from './subject.ts'

export interface HalfLoadResult {
  rate: number
  acknowledged: number
  refused: Record<number, number>
  unanswered: number
  /** Milliseconds from the due time of a request to its acknowledgement. */
  ack: Latency
  /** The part of that before the request was written. */
  lag: Latency
  /** Milliseconds to make 8 kB durable on the same disk meanwhile. */
  disk: Latency
  /** Milliseconds from writing the request until its owner could read the event. */
  visible: Latency
  samples: number
}

/** Sends at a steady rate, whatever the server does: the latencies of an ordinary day. */
async function runHalfLoad(
  subject: Subject,
  load: LoadGenerator,
  rate: number,
  seconds: number,
): Promise<HalfLoadResult> {
  await drained(subject)
  const watcher = new VisibilityWatcher(subject)
  const probe = await probeDisk(subject.server.dataDirectory)
  const result = await load.run(
    {
      port: subject.server.port,
      tokens: subject.tokens,
      shape: { kind: 'open', rate, seconds, connections: 256, giveUpMs: 10_000 },
      sampleEvery: Math.max(1, Math.round(rate / 25)),
    },
    (sample) => watcher.watch(sample),
  )
  const disk = await probe.stop()
  const visible = await watcher.finish()
  const { acknowledged, refused, unanswered, latency, lag } = result
  return {
    rate,
    acknowledged,
    refused,
    unanswered,
    ack: latency,
    lag,
    disk,
    visible: latencyOf(visible),
    samples: visible.length,
  }
}

/** Runs several rounds and takes the median: other work on the machine shows in the highest percentiles first. */
export async function runHalfLoadRounds(
  subject: Subject,
  load: LoadGenerator,
  rate: number,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<HalfLoadResult[]> {
  const results: HalfLoadResult[] = []
  for (let round = 0; round < rounds; round += 1) results.push(await runHalfLoad(subject, load, rate, seconds))
  return results.sort((a, b) => a.ack.p99 - b.ack.p99)
}

/** Measures acknowledgement and visibility at a steady rate. */
export async function latencies(
  subject: Subject,
  load: LoadGenerator,
  rate: number,
  seconds: number,
): Promise<Pick<HalfLoadResult, 'ack' | 'visible'>> {
  const watcher = new VisibilityWatcher(subject)
  const result = await load.run(
    {
      port: subject.server.port,
      tokens: subject.tokens,
      shape: { kind: 'open', rate, seconds, connections: 64, giveUpMs: 10_000 },
      sampleEvery: Math.max(1, Math.round(rate / 25)),
    },
    (sample) => watcher.watch(sample),
  )
  return { ack: result.latency, visible: latencyOf(await watcher.finish()) }
}

/** Reads sampled events from their acknowledgement on; the server responds once they are digested. */
class VisibilityWatcher {
  readonly #subject: Subject
  readonly #idle: Connection[] = []
  readonly #took: number[] = []
  readonly #pending = new Set<Promise<void>>()

  constructor(subject: Subject) {
    this.#subject = subject
  }

  watch(sample: Sample): void {
    const read = this.#read(sample).finally(() => this.#pending.delete(read))
    this.#pending.add(read)
  }

  async finish(): Promise<number[]> {
    await Promise.all(this.#pending)
    for (const connection of this.#idle) connection.close()
    return this.#took
  }

  async #read({ eventId, sentAt }: Sample): Promise<void> {
    const connection = this.#idle.pop() ?? new Connection(this.#subject.server.port)
    const get = getRequest(`/api/events/${eventId}`, this.#subject.account.token)
    for (let tries = 0; tries < 20; tries += 1) {
      const { status, text } = await new Promise<{ status: number; text: string }>((resolve) =>
        connection.send(get, resolve),
      )
      const now = performance.timeOrigin + performance.now()
      if (status !== 200 && status !== 404) throw new Error(`reading ${eventId} gives ${text.slice(0, 500)}`)
      if (status !== 200) continue
      this.#took.push(now - sentAt)
      this.#idle.push(connection)
      return
    }
    throw new Error(`${eventId} was acknowledged and never became visible`)
  }
}

/** Runs the same load while users log in as fast as they can: password hashing must not delay acknowledgements. */
export async function runHalfLoadWithLogins(
  subject: Subject,
  load: LoadGenerator,
  rate: number,
  seconds: number,
): Promise<{ ack: Latency; logins: number }> {
  await drained(subject)
  const { account } = subject
  let logins = 0
  let over = false
  const flood = Array.from({ length: 8 }, async () => {
    while (!over) {
      try {
        // A separate kind, so that the other readers' session stays.
        const response = await fetch(`${account.url}/api/auth/login`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-service-client': 'cli' },
          body: JSON.stringify({ email: account.email, password: account.password }),
        })
        await response.arrayBuffer()
        if (response.status === 200) logins += 1
        else await new Promise((resolve) => setTimeout(resolve, 50))
      } catch {
        over = true
      }
    }
  })
  const result = await load.run({
    port: subject.server.port,
    tokens: subject.tokens,
    shape: { kind: 'open', rate, seconds, connections: 256, giveUpMs: 10_000 },
  })
  over = true
  await Promise.all(flood)
  await request(account, 'GET', '/api/auth/me')
  return { ack: result.latency, logins }
}
