import type { FrameView } from '@bugle/protocol'
import type { EventWithFacts } from '@bugle/sentry-event'
import type { SymbolReader } from '../../artifacts/index.ts'
import { chainOf } from '../../grouping/index.ts'
import { groupingInputOf } from './grouping-input.ts'
import { symbolicationInputOf } from './symbolication-input.ts'

/** Returns type and message of an event with the names that the obfuscation of its build replaced, if it has any. */
export async function originalTextOf(
  symbols: Pick<SymbolReader, 'restore'>,
  projectId: number,
  sent: EventWithFacts,
): Promise<{ exception_type: string; message: string } | undefined> {
  const [reported] = chainOf(groupingInputOf(sent))
  const { type, message, frames } = reported!
  const exception = { exception_type: type, message }
  return (await symbols.restore(symbolicationInputOf(projectId, sent.event), [exception], [frames as FrameView[]]))[0]
}
