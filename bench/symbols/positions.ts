import type { GeneratedFrame } from '@bugle/symbols'
import { decodedMappings, TraceMap } from '@jridgewell/trace-mapping'
import { seededRandom, shuffle } from '../../e2e/harness/random.ts'

/** Returns positions of the generated code that have an original, in a fixed random order, as frames of a file. */
export function mappedFrames(map: string, count: number): GeneratedFrame[] {
  const frames: GeneratedFrame[] = []
  for (const [line, segments] of decodedMappings(new TraceMap(map)).entries())
    for (const segment of segments)
      if (segment.length > 1) frames.push({ function: 't', file: 'app.js', line: line + 1, column: segment[0] + 1 })
  return shuffle(frames, seededRandom(1)).slice(0, count)
}
