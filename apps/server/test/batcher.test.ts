import { type IngestEvent, toHexId } from '@bugle/protocol'
import { uuidv7obj } from 'uuidv7'
import { afterAll, expect, it, vi } from 'vitest'
import { Batcher } from '../src/domains/ingest/append/batcher.ts'
import { prepareEvent } from '../src/domains/ingest/append/prepare-event.ts'
import { StoredGroups } from '../src/domains/ingest/append/stored-groups.ts'
import { SegmentNotifier } from '../src/domains/pipeline/index.ts'
import { anEvent } from './reporter.ts'
import { createTestDatabase } from './test-database.ts'

const database = await createTestDatabase()
afterAll(() => database.drop())

it('is behind while many events wait and the last one took long, until they are settled', async () => {
  const batcher = new Batcher({
    db: database.pool,
    shard: 0,
    notifier: new SegmentNotifier(database.pool),
    onStored: () => {},
    onFailed: () => {},
  })
  const groups = new StoredGroups()
  const sent = anEvent() as IngestEvent
  const add = () => {
    const id = { eventId: toHexId(uuidv7obj().toHex()), key: undefined }
    const context = { projectId: 1, tokenId: 1, hasArtifacts: false, id, now: Date.now(), groups }
    return batcher.add(prepareEvent({ event: sent }, Buffer.from(JSON.stringify(sent)), context))
  }
  const addMany = () => Array.from({ length: 1100 }, add)
  const timers = vi.spyOn(globalThis, 'setTimeout')

  // Without a measurement, a crowd after a quiet hour is let in.
  const unhindered = addMany()
  expect(batcher.isBehind).toBe(false)
  await Promise.all(unhindered)

  const holder = await database.pool.connect()
  await holder.query('begin')
  await holder.query('lock table closed_tokens in access exclusive mode')
  expect((await Promise.all(addMany())).every(({ outcome }) => outcome === 'unavailable')).toBe(true)
  expect(batcher.isBehind).toBe(false)
  const waiting = addMany()
  expect(batcher.isBehind).toBe(true)
  await holder.query('rollback')
  holder.release()
  await Promise.all(waiting)
  expect(batcher.isBehind).toBe(false)
  await batcher.drain()
  // Node 24 warns of a negative time on standard error.
  const times = timers.mock.calls.map(([, ms]) => ms ?? 0)
  timers.mockRestore()
  expect(times.length).toBeGreaterThan(0)
  expect(Math.min(...times)).toBeGreaterThanOrEqual(0)
})
