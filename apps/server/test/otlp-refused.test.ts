import { expect, it } from 'vitest'
import { newReporter } from './reporter.ts'
import { startServer } from './start-server.ts'

// Without digest there is no partition for a segment: the database refuses every event.
const server = await startServer({ env: { BUGLE_INGEST_RATE: '1000000' } })
const app = await newReporter(server)

it('an export that the database refuses is a 503, and leaves no rejection that nobody awaits', async () => {
  const unhandled: unknown[] = []
  const note = (reason: unknown) => unhandled.push(reason)
  process.on('unhandledRejection', note)
  const logRecords = Array.from({ length: 20_000 }, (_, n) => ({
    attributes: [{ key: 'exception.type', value: { stringValue: `E${n}` } }],
  }))
  const response = await fetch(`${server.url}/otlp/v1/logs`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${app.token}` },
    body: JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] }),
  })
  await response.arrayBuffer()
  process.off('unhandledRejection', note)
  expect(response.status).toBe(503)
  expect(unhandled).toEqual([])
})
