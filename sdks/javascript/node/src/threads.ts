import { EventEmitter } from 'node:events'
import { getEnvironmentData, setEnvironmentData, threadId, type Worker } from 'node:worker_threads'
import type { Integration } from '@bugle/core'

const slots = 4096
const key = 'bugle.threads'

/**
 * Reports errors of threads without `init` whose parent listens for `error`, as pools do; without a listener the
 * program ends, and that is reported anyway. Uses the error monitor, because a listener would change how the program
 * ends.
 */
export const threads: Integration = {
  name: 'threads',
  install(client) {
    const reporting = sharedNotes()
    reporting[threadId % slots] = threadId
    const onWorker = (worker: Worker) => {
      const id = worker.threadId
      worker.on(EventEmitter.errorMonitor, (error) => {
        const isReported = reporting[id % slots] === id || worker.listenerCount('error') === 0
        if (!isReported) client.captureException(error, { mechanism: { type: 'worker', handled: false } })
      })
    }
    process.on('worker', onWorker)
    return () => {
      process.off('worker', onWorker)
    }
  },
}

/** Marks threads that report for themselves, in memory shared by all of them: messages may never arrive. */
function sharedNotes(): Int32Array {
  const known = getEnvironmentData(key)
  if (known instanceof Int32Array) return known
  const made = new Int32Array(new SharedArrayBuffer(slots * 4))
  setEnvironmentData(key, made)
  return made
}
