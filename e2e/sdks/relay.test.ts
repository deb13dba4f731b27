import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { relay } from '../../examples/browser/relay.mjs'
import { openRecorder } from './recorder.ts'

let recorder: Awaited<ReturnType<typeof openRecorder>>
let site: Server
const ended = vi.fn()

beforeEach(async () => {
  recorder = await openRecorder()
  // As in the example: nothing awaits its result.
  site = createServer((request, response) => void relay(request, response, recorder.url).then(ended))
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
})

afterEach(() => {
  site.close()
  recorder.close()
  ended.mockClear()
})

const portOf = () => (site.address() as AddressInfo).port

const post = (body: string) =>
  fetch(`http://127.0.0.1:${portOf()}/relay/ingest`, { method: 'POST', body, headers: { 'X-Service-Token': 'x' } })

it('survives a visitor who leaves in the middle of an event', async () => {
  const unhandled = vi.fn()
  process.on('unhandledRejection', unhandled)
  const socket = connect(portOf(), '127.0.0.1')
  socket.write('POST /relay/ingest HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{')
  await new Promise((resolve) => site.once('request', resolve))
  socket.destroy()
  await vi.waitFor(() => expect(ended.mock.calls.length + unhandled.mock.calls.length).toBe(1))
  process.off('unhandledRejection', unhandled)
  expect(unhandled).not.toHaveBeenCalled()
})

it('refuses bodies that exceed Bugle’s limit, and forwards the rest', async () => {
  expect((await post('x'.repeat(1_048_577))).status).toBe(413)
  expect((await post('{"event_id":"1"}')).status).toBe(202)
  expect(recorder.eventsOf('')).toEqual([{ event_id: '1' }])
})
