import { Loop } from '../../../lib/loop.ts'
import { type NotifyOptions, queueDueMails } from './queue-mails.ts'

/** Queues the mails that are due when it is woken, beside any number of other workers. */
export function createNotificationLoop(options: NotifyOptions & { onFailed: (error: unknown) => void }): Loop {
  return new Loop({
    run: async () => void (await queueDueMails(options)),
    onFailed: options.onFailed,
  })
}
