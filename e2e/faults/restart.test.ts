import { it } from 'vitest'
import { expectNoFault, timeout } from './expect-no-fault.ts'

it('keeps every acknowledged event over restarts, and leaves in time', () => expectNoFault('restart'), timeout)
