import type { Frame } from './queries.ts'

/** Frames one below the other: one of your code by itself, or a run of library code that is folded. */
export type StackPart = { kind: 'frame'; frame: Frame; at: number } | { kind: 'library'; frames: Frame[]; at: number }

/**
 * Folds the runs of library code between your own frames. Where nothing is yours the top frame stands open, since
 * something must.
 */
export function foldFrames(frames: Frame[]): StackPart[] {
  const hasOwn = frames.some((frame) => frame.in_app)
  const parts: StackPart[] = []
  for (const [at, frame] of frames.entries()) {
    const last = parts.at(-1)
    if (frame.in_app || (!hasOwn && at === 0)) parts.push({ kind: 'frame', frame, at })
    else if (last?.kind === 'library') last.frames.push(frame)
    else parts.push({ kind: 'library', frames: [frame], at })
  }
  return parts
}

/** `react-dom, scheduler +2`: at most three names of what a run of library code belongs to. */
export function namesOf(frames: Frame[]): string {
  const names = [...new Set(frames.map(packageOf).filter((name) => name !== undefined))]
  const shown = names.slice(0, 3).join(', ')
  return names.length > 3 ? `${shown} +${names.length - 3}` : shown
}

function packageOf({ file, module, native }: Frame): string | undefined {
  const npm = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file ?? '')?.[1]
  const vendor = /vendor\/([^/]+\/[^/]+)/.exec(file ?? '')?.[1]
  const runtime = /^(node|dart|package):([^/:]+)/.exec(file ?? '')?.[0]
  return npm ?? vendor ?? runtime ?? module ?? (native === true ? 'native' : undefined)
}
