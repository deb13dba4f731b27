import { pause } from '../e2e/harness/built-server.ts'
import type { Subject } from './subject.ts'

/** Waits until every acknowledged event is digested and its tags are counted; returns the seconds it took. */
export async function drained({ data }: Subject, timeoutSeconds = 600): Promise<number> {
  const began = performance.now()
  while ((await data.backlog()) > 0) {
    if (performance.now() - began > timeoutSeconds * 1000) throw new Error(`not drained in ${timeoutSeconds} s`)
    await pause(50)
  }
  return (performance.now() - began) / 1000
}
