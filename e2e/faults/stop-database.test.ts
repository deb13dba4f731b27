import { it } from 'vitest'
import { expectNoFault, timeout } from './expect-no-fault.ts'

it('refuses with Retry-After while the database stands still, and comes back', () => expectNoFault('database'), timeout)
