import { setPriority } from 'node:os'
import { makeWorkload, type WorkloadOptions } from './events.ts'
import type { FromLoad, ToLoad } from './load-order.ts'
import { runLoad } from './load-run.ts'

/** The process of the load generator: `load-process.ts <workload as JSON>`, orders come by IPC. */
const workload = makeWorkload(JSON.parse(process.argv[2]!) as WorkloadOptions)
try {
  // Clients have machines of their own: they do not wait for the server's CPU before they send.
  setPriority(-10)
} catch {
  // Not allowed; how late it was stands in the result.
}
const tell = (message: FromLoad) => process.send!(message)

process.on('message', ({ order }: ToLoad) => {
  runLoad(workload, order, (sample) => tell({ type: 'sample', sample })).then(
    (result) => tell({ type: 'done', result }),
    (error: Error) => tell({ type: 'failed', message: error.stack ?? error.message }),
  )
})
process.on('disconnect', () => process.exit())
tell({ type: 'ready' })
