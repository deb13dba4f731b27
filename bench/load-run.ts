import { Connection } from '../e2e/harness/connection.ts'
import { seededRandom } from '../e2e/harness/random.ts'
import type { EventTemplate } from './events.ts'
import { type LoadOrder, type LoadResult, latencyOf, type Sample } from './load-order.ts'
import { fill } from './slots.ts'

/** Sends events as ordered, and returns when every request has a response. */
export async function runLoad(
  workload: readonly EventTemplate[],
  order: LoadOrder,
  onSample: (sample: Sample) => void,
): Promise<LoadResult> {
  const { shape } = order
  const projects = workload.reduce((count, { project }) => Math.max(count, project + 1), 0)
  const random = seededRandom(Date.now())
  const heads = order.tokens.map((token) => Buffer.from(`${requestLine(order.port)}X-Service-Token: ${token}\r\n`))
  const lengths = new Map<number, Buffer>()
  const latencies: number[] = []
  const lags: number[] = []
  const refused: Record<number, number> = {}
  const cpuBefore = process.cpuUsage()
  const beganAt = performance.now()
  const endsAt = beganAt + shape.seconds * 1000
  let sent = 0
  let acknowledged = 0
  let unanswered = 0
  let gaveUp = 0
  let lastResponseAt = beganAt

  /** Sends the next event; its latency counts from `dueAt`. */
  const sendNext = (connection: Connection, dueAt: number, whenResponded: () => void) => {
    const template = workload[nextTemplate % workload.length]!
    // With more tokens than projects in the workload, each project alternates between its tokens.
    const turn = Math.floor(nextTemplate / projects)
    const token = (template.project + turn * projects) % order.tokens.length
    nextTemplate += 1
    const now = Date.now()
    fill(template, random, now, now - Math.floor(random.next() * order.daysBack * 86_400_000))
    sent += 1
    const sentAt = performance.timeOrigin + performance.now()
    lags.push(performance.now() - dueAt)
    const parts = [heads[token]!, contentLength(lengths, template.bytes.length), template.bytes]
    connection.send(parts, ({ status, text }) => {
      lastResponseAt = performance.now()
      if (status === 202) {
        acknowledged += 1
        latencies.push(lastResponseAt - dueAt)
        if (order.sampleEvery > 0 && acknowledged % order.sampleEvery === 0)
          onSample({ eventId: /"event_id":"([^"]+)"/.exec(text)![1]!, sentAt })
      } else if (status === 0 || (status >= 500 && status !== 503)) unanswered += 1
      else refused[status] = (refused[status] ?? 0) + 1
      whenResponded()
    })
  }

  const connections: Connection[] = []
  if (shape.kind === 'closed') await closedLoop()
  else await openLoop()
  for (const connection of connections) connection.close()

  const cpu = process.cpuUsage(cpuBefore)
  return {
    seconds: (lastResponseAt - beganAt) / 1000,
    sent,
    acknowledged,
    refused,
    unanswered,
    gaveUp,
    latency: latencyOf(latencies),
    lag: latencyOf(lags),
    cpu: cpu.user + cpu.system,
  }

  function closedLoop(): Promise<unknown> {
    return Promise.all(
      Array.from({ length: shape.connections }, () => {
        const connection = new Connection(order.port)
        connections.push(connection)
        return new Promise<void>((resolve) => {
          const again = () => {
            const now = performance.now()
            if (now >= endsAt) resolve()
            else sendNext(connection, now, again)
          }
          again()
        })
      }),
    )
  }

  function openLoop(): Promise<void> {
    if (shape.kind !== 'open') throw new Error('not an open loop')
    const { rate, giveUpMs } = shape
    const idle: Connection[] = []
    const waiting: number[] = []
    let firstWaiting = 0
    let due = 0
    return new Promise((resolve) => {
      const free = (connection: Connection) => {
        while (firstWaiting < waiting.length) {
          const dueAt = waiting[firstWaiting]!
          firstWaiting += 1
          if (performance.now() - dueAt > giveUpMs) {
            gaveUp += 1
            continue
          }
          sendNext(connection, dueAt, () => free(connection))
          return
        }
        idle.push(connection)
      }
      const timer = setInterval(() => {
        const now = performance.now()
        const target = Math.floor(((Math.min(now, endsAt) - beganAt) / 1000) * rate)
        for (; due < target; due += 1) {
          // The n-th is due at the end of its interval: only then has it been counted.
          const dueAt = beganAt + ((due + 1) / rate) * 1000
          const connection = idle.pop() ?? openAnother()
          if (connection === undefined) waiting.push(dueAt)
          else sendNext(connection, dueAt, () => free(connection))
        }
        if (now < endsAt || idle.length < connections.length) return
        clearInterval(timer)
        resolve()
      }, 1)
      const openAnother = () => {
        if (connections.length === shape.connections) return undefined
        const connection = new Connection(order.port)
        connections.push(connection)
        return connection
      }
    })
  }
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
