import { setPriority } from 'node:os'
import { makeWorkload, type WorkloadOptions } from './events.ts'
import type { FromLoad, ToLoad } from './load-order.ts'
import { runLoad } from './load-run.ts'

/** The load generator's process: `load-process.ts <workload as JSON>`; orders arrive by IPC. */
const workload = makeWorkload(JSON.parse(process.argv[2]!) as WorkloadOptions)
try {
  // Real senders have machines of their own and do not wait for the server's CPU.
  setPriority(-10)
} catch {
  // Not permitted; the result contains the resulting delay.
}
const send = (message: FromLoad) => process.send!(message)

process.on('message', ({ order }: ToLoad) => {
  runLoad(workload, order, (sample) => send({ type: 'sample', sample })).then(
    (result) => send({ type: 'done', result }),
    (error: Error) => send({ type: 'failed', message: error.stack ?? error.message }),
  )
})
process.on('disconnect', () => process.exit())
send({ type: 'ready' })
