import { it } from 'vitest'
import { expectNoFault, isPossible, timeout } from './expect-no-fault.ts'

it.runIf(isPossible)(
  'keeps every acknowledged event when the event loop of the ingest process stands still and it is replaced',
  () => expectNoFault('stall'),
  timeout,
)
