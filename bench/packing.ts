import { pause } from '../e2e/harness/built-server.ts'
import { drained } from './drain.ts'
import { type CpuTimes, spentSince } from './measure.ts'
import type { Subject } from './subject.ts'

export interface PackingResult {
  /** Seconds from a start on this data to ready. */
  startWithData: number
  /** CPU microseconds per stored event. */
  cpu: CpuTimes
  events: number
  seconds: number
  /** Database bytes per event, without an empty database's. */
  bytesBefore: number
  bytesAfter: number
  tables: { name: string; bytes: number }[]
}

/**
 * Packs everything stored: restarts the server with a small BUGLE_PACK_AFTER, so that the regular job finds everything
 * due.
 */
export async function packAll(subject: Subject, emptyBytes: number): Promise<PackingResult> {
  await drained(subject)
  const { data, server } = subject
  const events = await data.counted()
  const bytesBefore = (await data.bytes()) - emptyBytes
  await data.close()
  await server.stop()
  server.start({ BUGLE_PACK_AFTER: '1s' })
  const startWithData = (await server.ready()) / 1000
  await pause(1000) // part of the start
  const before = subject.cpu()
  const began = performance.now()
  while ((await data.unpacked()) > 0) {
    if (performance.now() - began > 600_000) throw new Error('packing does not end')
    await pause(100)
  }
  const seconds = (performance.now() - began) / 1000
  await untilStill(() => data.bytes()) // including the vacuums that follow
  const spent = spentSince(before, subject.cpu())
  return {
    startWithData,
    cpu: {
      server: spent.server / events,
      digest: spent.digest / events,
      supervisor: spent.supervisor / events,
      database: spent.database / events,
    },
    events,
    seconds,
    bytesBefore: bytesBefore / events,
    bytesAfter: ((await data.bytes()) - emptyBytes) / events,
    tables: await data.tables(),
  }
}

/** Waits until a size has been stable for longer than two rounds of maintenance and the pause between them. */
async function untilStill(sizeOf: () => Promise<number>): Promise<void> {
  const still = { bytes: -1, since: performance.now() }
  while (performance.now() - still.since < 20_000) {
    const bytes = await sizeOf()
    if (bytes !== still.bytes) Object.assign(still, { bytes, since: performance.now() })
    await pause(100)
  }
}
