import type { Frame } from './types.ts'

/** Consecutive frames: one of your code by itself, or a folded run of library code or of a recursion. */
export type StackPart =
  | { kind: 'frame'; frame: Frame; index: number }
  | { kind: 'library' | 'repeat'; frames: Frame[]; index: number }

/** Folds runs of library code between your own frames. Where no frame is yours the top frame stays open. */
export function foldFrames(frames: Frame[]): StackPart[] {
  const hasOwn = frames.some((frame) => frame.in_app)
  const parts: StackPart[] = []
  let repeatedTo = 0
  for (const [index, frame] of frames.entries()) {
    const last = parts.at(-1)
    if (index < repeatedTo) continue
    const repeated = frame.in_app ? repeatsBefore(frames, index) : 0
    if (repeated >= leastRepeats) {
      parts.push({ kind: 'repeat', frames: frames.slice(index, index + repeated), index })
      repeatedTo = index + repeated
    } else if (frame.in_app || (!hasOwn && index === 0)) parts.push({ kind: 'frame', frame, index })
    else if (last?.kind === 'library') last.frames.push(frame)
    else parts.push({ kind: 'library', frames: [frame], index })
  }
  return parts
}

const leastRepeats = 4
const longestRound = 4

/** Counts the frames from this index on that repeat the ones right before them, as mutually recursive functions do. */
function repeatsBefore(frames: Frame[], index: number): number {
  let most = 0
  for (let round = 1; round <= Math.min(longestRound, index); round += 1) {
    let to = index
    while (to < frames.length && isSame(frames[to]!, frames[to - round]!)) to += 1
    most = Math.max(most, to - index)
  }
  return most
}

function isSame(one: Frame, other: Frame): boolean {
  return one.function === other.function && one.file === other.file && one.line === other.line
}

/** Names at most three packages of a run: `react-dom, scheduler +2`. */
export function packageNames(frames: Frame[]): string {
  const names = [...new Set(frames.map(packageOf).filter((name) => name !== undefined))]
  const shown = names.slice(0, 3).join(', ')
  return names.length > 3 ? `${shown} +${names.length - 3}` : shown
}

function packageOf({ file, module, native }: Frame): string | undefined {
  const modules = file?.lastIndexOf('node_modules/') ?? -1
  const npm = modules < 0 ? undefined : /^(?:@[^/]+\/)?[^/]+/.exec(file!.slice(modules + 13))?.[0]
  const vendor = /vendor\/([^/]+\/[^/]+)/.exec(file ?? '')?.[1]
  const runtime = /^(node|dart|package):([^/:]+)/.exec(file ?? '')?.[0]
  return npm ?? vendor ?? runtime ?? module ?? (native === true ? 'native' : undefined)
}
