import { type Database, transaction } from '../../db/database.ts'
import { Loop } from '../../lib/loop.ts'
import { findListening, LiveUpdateSum, publishLiveUpdate } from '../live-updates/index.ts'
import type { DigestResult } from '../pipeline/index.ts'

export interface LiveUpdateWriterOptions {
  db: Database
  onFailed: (error: unknown) => void
}

/** Minimum time between two writes. */
const pauseMs = 250
const retryMs = 1000

export interface LiveUpdateWriter {
  /** Adds the changes of a committed digest. */
  write(changes: Pick<DigestResult, 'newIssues' | 'counted' | 'reopened'>): void
  /** Records that digest may have committed changes it did not report. */
  missed(): void
  /** Checks whether somebody listens. */
  checkListening(): Promise<void>
  /** Publishes the remaining changes and stops. */
  stop(): Promise<void>
}

/**
 * Gathers the changes of digest and publishes them on its own connection, after digest's transactions and only while
 * somebody listens. When listening starts, and after each failure, it publishes that updates may be missing.
 */
export function createLiveUpdateWriter({ db, onFailed }: LiveUpdateWriterOptions): LiveUpdateWriter {
  let listenedUntil = Number.NEGATIVE_INFINITY
  let gathered = new LiveUpdateSum()
  let isGap = false
  const isListenedTo = () => performance.now() < listenedUntil
  const missed = () => {
    if (!isListenedTo()) return
    isGap = true
    loop.wake()
  }
  /** Publishes the first change after a quiet time at once; later ones are gathered until the next write. */
  const writeGathered = async () => {
    const [sum, hasGap] = [gathered, isGap]
    if (sum.isEmpty && !hasGap) return 0
    gathered = new LiveUpdateSum()
    isGap = false
    try {
      await transaction(db, (tx) => publishLiveUpdate(tx, hasGap ? null : sum.toUpdate()))
      return pauseMs
    } catch (error) {
      onFailed(error)
      isGap = true
      loop.wake()
      return retryMs
    }
  }
  const checkListening = async () => {
    try {
      const wasListenedTo = isListenedTo()
      listenedUntil = performance.now() + (await findListening(db))
      // Changes digested before the first listener was noticed were not published.
      if (!wasListenedTo) missed()
    } catch (error) {
      onFailed(error)
      if (!loop.isStopping) setTimeout(() => void checkListening(), retryMs).unref()
    }
  }
  const loop = new Loop({ run: writeGathered, onFailed })
  loop.start()
  return {
    write: ({ newIssues, counted, reopened }) => {
      if (!isListenedTo()) return
      for (const { projectId, groupId } of newIssues) gathered.add('created', { projectId, issueId: groupId })
      for (const issue of reopened) gathered.add(issue.why === 'regressed' ? 'regressed' : 'updated', issue)
      for (const issue of counted) gathered.addReceived(issue, issue.count, issue.lastSeenAt)
      loop.wake()
    },
    missed,
    checkListening,
    stop: async () => {
      await loop.stop()
      await writeGathered()
    },
  }
}
