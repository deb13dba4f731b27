import { it } from 'vitest'
import { expectNoFault, isPossible, timeout } from './expect-no-fault.ts'

it.runIf(isPossible)(
  'responds 202, 503 or 429 at three times its capacity and loses nothing it acknowledged',
  () => expectNoFault('overload'),
  timeout,
)
