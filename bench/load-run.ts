import { dayMs } from '@bugle/protocol/vocabulary'
import { Connection } from '../e2e/harness/connection.ts'
import { seededRandom } from '../e2e/harness/random.ts'
import type { EventTemplate } from './events.ts'
import { type LoadOrder, type LoadResult, latencyOf, type Sample, type Shape } from './load-order.ts'
import { agoInTurn } from './releases-in-turn.ts'
import { fill } from './slots.ts'
import { releases } from './vocabulary.ts'

/** Sends events as ordered, and returns when every request has a response. */
export async function runLoad(
  workload: readonly EventTemplate[],
  order: LoadOrder,
  onSample: (sample: Sample) => void,
): Promise<LoadResult> {
  const { shape } = order
  const cpuBefore = process.cpuUsage()
  const sender = new EventSender(workload, order, onSample)
  const gaveUp = shape.kind === 'closed' ? await closedLoop(sender, shape) : await openLoop(sender, shape)
  sender.close()
  const cpu = process.cpuUsage(cpuBefore)
  return { ...sender.result(), gaveUp, cpu: cpu.user + cpu.system }
}

/** Sends the events of the workload in turn, and counts what becomes of them. */
class EventSender {
  readonly beganAt = performance.now()
  readonly #workload: readonly EventTemplate[]
  readonly #order: LoadOrder
  readonly #onSample: (sample: Sample) => void
  readonly #projects: number
  readonly #random = seededRandom(Date.now())
  readonly #heads: Buffer[]
  readonly #connections: Connection[] = []
  readonly #lengths = new Map<number, Buffer>()
  readonly #latencies: number[] = []
  readonly #lags: number[] = []
  readonly #refused: Record<number, number> = {}
  #sent = 0
  #acknowledged = 0
  #unanswered = 0
  #lastResponseAt = this.beganAt

  constructor(workload: readonly EventTemplate[], order: LoadOrder, onSample: (sample: Sample) => void) {
    this.#workload = workload
    this.#order = order
    this.#onSample = onSample
    this.#projects = workload.reduce((count, { project }) => Math.max(count, project + 1), 0)
    this.#heads = order.tokens.map((token) => Buffer.from(`${requestLine(order.port)}X-Service-Token: ${token}\r\n`))
  }

  get connections(): number {
    return this.#connections.length
  }

  connect(): Connection {
    const connection = new Connection(this.#order.port)
    this.#connections.push(connection)
    return connection
  }

  /** Sends the next event; its latency counts from `dueAt`. */
  send(connection: Connection, dueAt: number, whenResponded: () => void): void {
    const { tokens, daysBack, releasesInTurn } = this.#order
    const template = this.#workload[nextTemplate % this.#workload.length]!
    // With more tokens than projects in the workload, each project alternates between its tokens.
    const turn = Math.floor(nextTemplate / this.#projects)
    const token = (template.project + turn * this.#projects) % tokens.length
    nextTemplate += 1
    const now = Date.now()
    const ago = releasesInTurn ? agoInTurn(template.release, releases.length, this.#random) : this.#random.next()
    fill(template, this.#random, now, now - Math.floor(ago * daysBack * dayMs))
    this.#sent += 1
    const sentAt = performance.timeOrigin + performance.now()
    this.#lags.push(performance.now() - dueAt)
    const parts = [this.#heads[token]!, contentLength(this.#lengths, template.bytes.length), template.bytes]
    connection.send(parts, ({ status, text }) => {
      this.#count(status, text, dueAt, sentAt)
      whenResponded()
    })
  }

  #count(status: number, text: string, dueAt: number, sentAt: number): void {
    this.#lastResponseAt = performance.now()
    if (status === 202) {
      this.#acknowledged += 1
      this.#latencies.push(this.#lastResponseAt - dueAt)
      const { sampleEvery } = this.#order
      if (sampleEvery > 0 && this.#acknowledged % sampleEvery === 0)
        this.#onSample({ eventId: /"event_id":"([^"]+)"/.exec(text)![1]!, sentAt })
    } else if (status === 0 || (status >= 500 && status !== 503)) this.#unanswered += 1
    else this.#refused[status] = (this.#refused[status] ?? 0) + 1
  }

  close(): void {
    for (const connection of this.#connections) connection.close()
  }

  result(): Omit<LoadResult, 'gaveUp' | 'cpu'> {
    return {
      seconds: (this.#lastResponseAt - this.beganAt) / 1000,
      sent: this.#sent,
      acknowledged: this.#acknowledged,
      refused: this.#refused,
      unanswered: this.#unanswered,
      latency: latencyOf(this.#latencies),
      lag: latencyOf(this.#lags),
    }
  }
}

/** Each connection sends its next event upon the response to the last one. Nobody gives up. */
async function closedLoop(sender: EventSender, shape: Shape & { kind: 'closed' }): Promise<0> {
  const endsAt = sender.beganAt + shape.seconds * 1000
  const sendInTurn = (connection: Connection) =>
    new Promise<void>((resolve) => {
      const again = () => {
        const now = performance.now()
        if (now >= endsAt) resolve()
        else sender.send(connection, now, again)
      }
      again()
    })
  await Promise.all(Array.from({ length: shape.connections }, () => sendInTurn(sender.connect())))
  return 0
}

/**
 * Sends at a rate, whatever the responses; an event waits while every connection is taken.
 *
 * @returns the events that waited too long and were not sent
 */
function openLoop(sender: EventSender, shape: Shape & { kind: 'open' }): Promise<number> {
  const { rate, giveUpMs } = shape
  const endsAt = sender.beganAt + shape.seconds * 1000
  const idle: Connection[] = []
  const waiting: number[] = []
  let firstWaiting = 0
  let due = 0
  let gaveUp = 0
  const free = (connection: Connection) => {
    while (firstWaiting < waiting.length) {
      const dueAt = waiting[firstWaiting]!
      firstWaiting += 1
      if (performance.now() - dueAt > giveUpMs) {
        gaveUp += 1
        continue
      }
      sender.send(connection, dueAt, () => free(connection))
      return
    }
    idle.push(connection)
  }
  const openAnother = () => (sender.connections === shape.connections ? undefined : sender.connect())
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      const now = performance.now()
      const target = Math.floor(((Math.min(now, endsAt) - sender.beganAt) / 1000) * rate)
      for (; due < target; due += 1) {
        // The n-th is due at the end of its interval: only then has it been counted.
        const dueAt = sender.beganAt + ((due + 1) / rate) * 1000
        const connection = idle.pop() ?? openAnother()
        if (connection === undefined) waiting.push(dueAt)
        else sender.send(connection, dueAt, () => free(connection))
      }
      if (now < endsAt || idle.length < sender.connections) return
      clearInterval(timer)
      resolve(gaveUp)
    }, 1)
  })
}

/** Continues over orders: event ids never repeat, messages may. */
let nextTemplate = 0

function requestLine(port: number): string {
  return `POST /ingest HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\n`
}

function contentLength(known: Map<number, Buffer>, length: number): Buffer {
  let line = known.get(length)
  if (line === undefined) {
    line = Buffer.from(`Content-Length: ${length}\r\n\r\n`)
    known.set(length, line)
  }
  return line
}
