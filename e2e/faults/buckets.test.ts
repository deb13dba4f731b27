import { it } from 'vitest'
import { canHaveBucket, expectNoFault, long, timeout } from './expect-no-fault.ts'
import type { Kind } from './run.ts'

/** Faults of one server, with a second bucket: those that reach both sides, and in the long run all. */
const kinds: readonly Kind[] = long
  ? ['tree', 'process', 'restart', 'database', 'stall', 'sentry', 'overload']
  : ['tree', 'process']

it.runIf(canHaveBucket).each(kinds)(
  'events of two buckets are kept and counted once, each in its own, under the faults of %s',
  (kind) => expectNoFault(kind, { hasBucket: true }),
  timeout,
)

it.runIf(canHaveBucket)(
  'while the server of a bucket is killed, the other takes, counts, lists and mails everything, and afterwards nothing is missing',
  () => expectNoFault('bucket', { hasBucket: true }),
  timeout,
)

it.runIf(canHaveBucket)(
  'while the server of the accounts is killed, all that needs it is refused, other buckets take events, and afterwards all are there',
  () => expectNoFault('accounts'),
  timeout,
)
