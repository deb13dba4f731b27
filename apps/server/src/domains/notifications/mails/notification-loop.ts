import { Loop } from '../../../lib/loop.ts'
import { queueDueDigests } from '../digests/index.ts'
import { type NotifyOptions, projectsAtOnce, queueDueMails } from './queue-mails.ts'

/** Queues the mails and digests that are due when it is woken, beside any number of other workers. */
export function createNotificationLoop(options: NotifyOptions & { onFailed: (error: unknown) => void }): Loop {
  return new Loop({
    run: async () => {
      while ((await queueDueMails(options)) === projectsAtOnce);
      await queueDueDigests(options.db)
      return undefined
    },
    onFailed: options.onFailed,
  })
}
