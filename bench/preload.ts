import { drained } from './drain.ts'
import { LoadGenerator } from './load.ts'
import type { Subject } from './subject.ts'

export interface PreloadOptions {
  events: number
  issues: number
  seed: number
  connections: number
  /** @see LoadOrder.releasesInTurn */
  releasesInTurn?: boolean
}

/**
 * Fills one project with events of many issues over the last two weeks, through ingest. The subject must run with a
 * high rate limit.
 */
export async function preload(
  subject: Subject,
  { events, issues, seed, connections, releasesInTurn = false }: PreloadOptions,
  onProgress: (stored: number) => void,
): Promise<void> {
  const load = await LoadGenerator.start({ seed, projects: 1, issues, perProject: 20_000 })
  for (let stored = 0; stored < events; ) {
    const { acknowledged } = await load.run({
      port: subject.server.port,
      tokens: subject.tokens,
      shape: { kind: 'closed', connections, seconds: 10 },
      daysBack: 14,
      releasesInTurn,
    })
    stored += acknowledged
    await drained(subject)
    onProgress(stored)
  }
  load.close()
}
