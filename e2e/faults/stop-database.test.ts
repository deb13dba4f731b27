import { it } from 'vitest'
import { expectNoFault, isPossible, timeout } from './expect-no-fault.ts'

it.runIf(isPossible)(
  'refuses with Retry-After while the database is frozen, and recovers',
  () => expectNoFault('database'),
  timeout,
)
