import type { FrameView } from '@bugle/protocol'
import {
  type GeneratedFrame,
  judgeMap,
  type MapVerdict,
  priorOdds,
  type Reason,
  type ResolvedCall,
} from '@bugle/symbols'
import { debugIdOf, type MapMatch, type Match, type SymbolicationInput } from '../matching/index.ts'

/** The stack of an event as the reader of maps takes it. */
export function toGenerated(
  { function: name, file, line, column, raw, async: isAsync }: FrameView,
  { isV8 }: Pick<SymbolicationInput, 'isV8'>,
): GeneratedFrame {
  return {
    function: name,
    file,
    line,
    column,
    isAsync,
    isBytecode: raw?.includes('address at ') === true,
    isExact: isV8 ?? (raw !== undefined && /^\s*at /.test(raw)),
  }
}

/** Judges the maps that no debug id names by the stacks of the event, by file. */
export function judgeMaps(
  event: SymbolicationInput,
  matches: ReadonlyMap<string, Match>,
  stacks: readonly (readonly ResolvedCall[])[],
): Map<string, MapVerdict> {
  const verdicts = new Map<string, MapVerdict>()
  for (const [file, match] of matches)
    if ('by' in match && match.by !== 'debug_id')
      verdicts.set(file, judgeMap(stacks, file, priorOf(event, file, match)))
  return verdicts
}

function priorOf(event: SymbolicationInput, file: string, { by, artifact }: MapMatch): number {
  const prior = by === 'debug_id' ? Number.POSITIVE_INFINITY : priorOdds[by]
  return isNotInjected(event, file, artifact) ? prior + priorOdds.isNotInjected : prior
}

/** Whether the uploaded file registers a debug id as it runs, and the file that ran registered none. */
function isNotInjected(event: SymbolicationInput, file: string, { debugId }: MapMatch['artifact']): boolean {
  return debugId !== null && debugIdOf(event, file) === undefined
}

/** Returns the reason why a file stays as it is, or why its originals are doubted; undefined where the map fits. */
export function doubtOf(
  event: SymbolicationInput,
  file: string,
  { artifact }: MapMatch,
  { fit, checked, atStart }: MapVerdict,
): Reason | undefined {
  if (fit === 'fits') return undefined
  const facts = { file: artifact.url, checked, at_start: atStart }
  if (fit === 'unsure') return { code: 'map_unsure', ...facts }
  return isNotInjected(event, file, artifact)
    ? { code: 'no_debug_id', debug_id: artifact.debugId! }
    : { code: 'map_of_other_build', ...facts }
}
