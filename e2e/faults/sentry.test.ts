import { it } from 'vitest'
import { expectNoFault, isPossible, timeout } from './expect-no-fault.ts'

it.runIf(isPossible)(
  'keeps and counts once every acknowledged envelope of Sentry’s SDKs, whatever is killed',
  () => expectNoFault('sentry'),
  timeout,
)
