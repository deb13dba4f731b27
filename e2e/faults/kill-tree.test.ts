import { it } from 'vitest'
import { expectNoFault, isPossible, timeout } from './expect-no-fault.ts'

it.runIf(isPossible)(
  'keeps every acknowledged event when everything is killed, even during start-up',
  () => expectNoFault('tree'),
  timeout,
)
