import { Loop } from '../../loop.ts'
import { type NotifyOptions, queueDueMails } from './queue-mails.ts'

const longestMs = 5000

/** Queues the mails that are due every few seconds, beside any number of other workers. */
export function createNotificationLoop(options: NotifyOptions & { onFailed: (error: unknown) => void }): Loop {
  return new Loop({
    run: async () => void (await queueDueMails(options)),
    everyMs: Math.min(longestMs, options.gatherMs),
    onFailed: options.onFailed,
  })
}
