import { it } from 'vitest'
import { expectNoFault, isPossible, timeout } from './expect-no-fault.ts'

it.runIf(isPossible)(
  'keeps every acknowledged event over restarts, and exits in time',
  () => expectNoFault('restart'),
  timeout,
)
