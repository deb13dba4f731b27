import { it } from 'vitest'
import { expectNoFault, timeout } from './expect-no-fault.ts'

it(
  'keeps every acknowledged event when everything is killed, also while it starts',
  () => expectNoFault('tree'),
  timeout,
)
