import { MessageChannel, receiveMessageOnPort, SHARE_ENV, Worker } from 'node:worker_threads'
import type { StoredEvent } from '@bugle/core'

/**
 * Sends events while the program ends and its event loop has stopped: a worker sends, the main thread blocks.
 *
 * @param timeoutMs how long this may delay the end of the program
 * @returns the ids of accepted events
 */
export function sendNow(url: string, token: string, events: StoredEvent[], timeoutMs = 2000): string[] {
  const { port1, port2 } = new MessageChannel()
  const signal = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(workerCode, {
    eval: true,
    workerData: { url, token, events, timeoutMs, signal, port: port2 },
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
  const accepted: string[] = []
  for (let received = receiveMessageOnPort(port1); received !== undefined; received = receiveMessageOnPort(port1))
    accepted.push(received.message)
  port1.close()
  return accepted
}

/** As text, because a bundled host has no separate file to load. */
const workerCode = `
const { workerData: { url, token, events, timeoutMs, signal, port } } = require('node:worker_threads')
const headers = { 'Content-Type': 'application/json', 'X-Service-Token': token }
const send = async ({ id, body }) => {
  const response = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(timeoutMs) })
  if (response.status === 202) port.postMessage(id)
}
Promise.allSettled(events.map(send)).then(() => {
  Atomics.store(signal, 0, 1)
  Atomics.notify(signal, 0)
})
`
