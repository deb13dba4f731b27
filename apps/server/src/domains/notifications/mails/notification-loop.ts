import { Loop } from '../../../lib/loop.ts'
import { type NotifyOptions, projectsAtOnce, queueDueMails } from './queue-mails.ts'

/** Queues the mails that are due when it is woken, beside any number of other workers. */
export function createNotificationLoop(options: NotifyOptions & { onFailed: (error: unknown) => void }): Loop {
  return new Loop({
    run: async () => {
      while ((await queueDueMails(options)) === projectsAtOnce);
      return undefined
    },
    onFailed: options.onFailed,
  })
}
