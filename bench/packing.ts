import { pause } from '../e2e/harness/built-server.ts'
import { drained } from './drain.ts'
import { type CpuTimes, spentSince } from './measure.ts'
import type { Subject } from './subject.ts'

export interface PackingResult {
  /** CPU microseconds for each stored event. */
  cpu: CpuTimes
  events: number
  seconds: number
  /** Bytes an event of everything in the database, less the empty one. */
  bytesBefore: number
  bytesAfter: number
  tables: { name: string; bytes: number }[]
}

/** Packs all that is stored, now: the operator's SIGUSR2 to the supervisor. */
export async function packAll(subject: Subject, emptyBytes: number): Promise<PackingResult> {
  await drained(subject)
  const { data, server } = subject
  const events = await data.counted()
  const bytesBefore = (await data.bytes()) - emptyBytes
  const before = subject.cpu()
  const began = performance.now()
  process.kill(server.pid, 'SIGUSR2')
  while ((await data.unpacked()) > 0) {
    if (performance.now() - began > 600_000) throw new Error('packing does not end')
    await pause(100)
  }
  const seconds = (performance.now() - began) / 1000
  const spent = spentSince(before, subject.cpu())
  return {
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
