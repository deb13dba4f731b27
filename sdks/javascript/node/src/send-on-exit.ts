import { MessageChannel, receiveMessageOnPort, SHARE_ENV, Worker } from 'node:worker_threads'
import type { StoredEvent } from '@bugle/core'

export interface LastEvents {
  url: string
  token: string
  events: StoredEvent[]
  /** Requests in flight. */
  allowed: number
  /** How long this may delay the end of the program. */
  timeoutMs: number
}

/** Ids of accepted events, and the server's `Retry-After` if it asked for a pause. */
export interface LastResponses {
  accepted: string[]
  retryAfter: string | undefined
}

/** Sends events while the program ends and its event loop has stopped: a worker sends, the main thread blocks. */
export function sendNow({ timeoutMs, ...given }: LastEvents): LastResponses {
  const { port1, port2 } = new MessageChannel()
  const signal = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(workerCode, {
    eval: true,
    workerData: { ...given, timeoutMs, signal, port: port2 },
    transferList: [port2],
    // Drops the host's flags and hooks: `--import` would load its instrumentation again.
    execArgv: [],
    env: SHARE_ENV,
    stdin: false,
    stdout: true,
    stderr: true,
  })
  worker.on('error', () => undefined)
  worker.unref()
  Atomics.wait(signal, 0, 0, timeoutMs)
  const responses: LastResponses = { accepted: [], retryAfter: undefined }
  for (let received = receiveMessageOnPort(port1); received !== undefined; received = receiveMessageOnPort(port1)) {
    const { id, retryAfter } = received.message
    if (id !== undefined) responses.accepted.push(id)
    responses.retryAfter ??= retryAfter
  }
  port1.close()
  return responses
}

/**
 * As text, because a bundled host has no separate file to load. A response that the next event would get too ends it; what
 * is left belongs to the next start.
 */
const workerCode = `
const { workerData: { url, token, events: given, allowed, timeoutMs, signal, port } } = require('node:worker_threads')
// A file follows its event, and the end of a job its start; what the server refuses of them holds back no event.
const rankOf = ({ to }) => to === undefined ? 0 : /event_id=|after=/.test(to) ? 2 : 1
const ranks = [0, 1, 2].map((rank) => given.filter((one) => rankOf(one) === rank))
const headers = { 'Content-Type': 'application/json', 'X-Service-Token': token }
let events = []
let next = 0
const sendOthers = async () => {
  while (next < events.length) {
    const { id, body, to = '' } = events[next++]
    const [path, type] = to.split(' ')
    const request = type
      ? { headers: { ...headers, 'Content-Type': type }, body: Buffer.from(body, 'base64') }
      : { headers, body: body.slice(0, -1) + ',"sent_at":' + Date.now() + '}' }
    const response = await fetch(path ? url + '/' + path : url, { method: 'POST', ...request, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })
    if (response.status === 202) port.postMessage({ id })
    else if (response.status !== 400 && response.status !== 413 && !(path && response.status === 404)) {
      giveUp()
      if (!path) port.postMessage({ retryAfter: response.headers.get('Retry-After') ?? undefined })
    }
  }
}
let hasFailed = false
const giveUp = () => { hasFailed = true; next = events.length }
const all = async () => {
  for (const rank of ranks) {
    events = rank
    next = 0
    if (!hasFailed) await Promise.all(Array.from({ length: allowed }, () => sendOthers().catch(giveUp)))
  }
}
all().then(() => {
  Atomics.store(signal, 0, 1)
  Atomics.notify(signal, 0)
})
`
