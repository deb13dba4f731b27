import { expect, it } from 'vitest'
import { BuiltServer } from '../harness/built-server.ts'
import { expectNoFault, isPossible, timeout } from './expect-no-fault.ts'
import { killIngestWhileStarting } from './kill-tree.ts'

it.runIf(isPossible)(
  'keeps every acknowledged event when the event loop of the ingest process stands still and it is replaced',
  () => expectNoFault('stall'),
  timeout,
)

it.runIf(isPossible)('does not watch an ingest process that ended while it started', async () => {
  const server = await BuiltServer.install({ BUGLE_STALL_LIMIT: '1s' })
  try {
    server.start()
    await server.ready()
    await killIngestWhileStarting(server)
    // The watch asks after two seconds, and its limit is one.
    for (const end = Date.now() + 6000; Date.now() < end; ) expect(await server.readyStatus()).toBe(200)
    expect(server.output).not.toContain('stood still')
  } finally {
    await server.remove()
  }
})
