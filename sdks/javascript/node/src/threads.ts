import { EventEmitter } from 'node:events'
import { getEnvironmentData, setEnvironmentData, threadId, type Worker } from 'node:worker_threads'
import type { Integration } from '@bugle/core'

const most = 4096
const key = 'bugle.threads'

/**
 * What a thread without `init` throws, while its parent listens for `error`, as pools do: where nobody listens, the program
 * ends by it, and that is reported. The event is watched and not listened to, for a listener would change how it ends.
 */
export const threads: Integration = {
  name: 'threads',
  install(client) {
    const reporting = sharedNotes()
    reporting[threadId % most] = threadId
    const onWorker = (worker: Worker) => {
      const id = worker.threadId
      worker.on(EventEmitter.errorMonitor, (error) => {
        const isReported = reporting[id % most] === id || worker.listenerCount('error') === 0
        if (!isReported) client.captureException(error, { mechanism: { type: 'worker', handled: false } })
      })
    }
    process.on('worker', onWorker)
    return () => {
      process.off('worker', onWorker)
    }
  },
}

/** Threads that report by themselves, told over memory that all of them share: nothing that they send is certain to come. */
function sharedNotes(): Int32Array {
  const known = getEnvironmentData(key)
  if (known instanceof Int32Array) return known
  const made = new Int32Array(new SharedArrayBuffer(most * 4))
  setEnvironmentData(key, made)
  return made
}
