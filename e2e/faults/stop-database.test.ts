import { it } from 'vitest'
import { expectNoFault, isPossible, timeout } from './expect-no-fault.ts'

it.runIf(isPossible)(
  'refuses with Retry-After while the database stands still, and comes back',
  () => expectNoFault('database'),
  timeout,
)
