import { MessageChannel, receiveMessageOnPort, SHARE_ENV, Worker } from 'node:worker_threads'
import type { StoredEvent } from '@bugle/core'

/**
 * Sends events while the program ends and its event loop no longer runs: a worker sends, the main thread waits.
 *
 * @param timeoutMs how long the end of the program may be held up
 * @returns the ids of those that were accepted
 */
export function sendNow(url: string, token: string, events: StoredEvent[], timeoutMs = 2000): string[] {
  const { port1, port2 } = new MessageChannel()
  const signal = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(workerCode, {
    eval: true,
    workerData: { url, token, events, timeoutMs, signal, port: port2 },
    transferList: [port2],
    // None of the host's flags and hooks: `--import` would load its own instrumentation once more.
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
  for (let news = receiveMessageOnPort(port1); news !== undefined; news = receiveMessageOnPort(port1))
    accepted.push(news.message)
  port1.close()
  return accepted
}

/** As text, because a bundle of the host has no file of ours to load. */
const workerCode = `
const { workerData: { url, token, events, timeoutMs, signal, port } } = require('node:worker_threads')
const headers = { 'Content-Type': 'application/json', 'X-Service-Token': token }
const send = async ({ id, body }) => {
  const answer = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(timeoutMs) })
  if (answer.status === 202) port.postMessage(id)
}
Promise.allSettled(events.map(send)).then(() => {
  Atomics.store(signal, 0, 1)
  Atomics.notify(signal, 0)
})
`
