import type { FrameView, IngestEvent } from '@bugle/protocol'
import type { EventWithFacts } from '@bugle/sentry-event'
import { programImagesOf, type SymbolicationInput, type SymbolReader } from '../../artifacts/index.ts'
import { chainOf } from '../../grouping/index.ts'
import { bundleImagesOf, updateIdOf } from './bundle-images.ts'
import { groupingInputOf } from './grouping-input.ts'

/** Returns the facts by which the files of an event are matched with what was uploaded. */
export function eventSourceOf(projectId: number, event: IngestEvent): SymbolicationInput {
  return {
    projectId,
    release: event.release ?? null,
    dist: event.dist ?? null,
    platform: event.platform,
    updateId: updateIdOf(event.contexts ?? {}),
    images: bundleImagesOf(event.debug_meta),
    programs: programImagesOf(event.debug_meta),
  }
}

/** Returns type and message of an event with the names that the obfuscation of its build replaced, if it has any. */
export async function originalTextOf(
  symbols: Pick<SymbolReader, 'restore'>,
  projectId: number,
  sent: EventWithFacts,
): Promise<{ exception_type: string; message: string } | undefined> {
  const [reported] = chainOf(groupingInputOf(sent))
  const { type, message, frames } = reported!
  const exception = { exception_type: type, message }
  return (await symbols.restore(eventSourceOf(projectId, sent.event), [exception], [frames as FrameView[]]))[0]
}
