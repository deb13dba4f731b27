import type { FrameReason } from '@bugle/protocol'
import { explainReason, type Reason } from '@bugle/symbols'
import type { SymbolicationInput } from './match-artifacts.ts'

/** Converts a reason to its API form, with its facts and the command that fixes it. */
export function toFrameReason(reason: Reason, { release, dist, eventId }: SymbolicationInput): FrameReason {
  const { code, ...facts } = reason
  return { code, facts, ...explainReason(reason, { release, dist, eventId }) }
}
