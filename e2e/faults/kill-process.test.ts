import { it } from 'vitest'
import { expectNoFault, isPossible, timeout } from './expect-no-fault.ts'

it.runIf(isPossible)(
  'keeps every acknowledged event, and recovers, when a single process is killed',
  () => expectNoFault('process'),
  timeout,
)
