import { it } from 'vitest'
import { expectNoFault, timeout } from './expect-no-fault.ts'

it(
  'keeps every acknowledged event, and heals, when a single process is killed',
  () => expectNoFault('process'),
  timeout,
)
