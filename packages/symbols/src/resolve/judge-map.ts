import type { Unmapped } from '../lookup/unmapped.ts'
import type { GeneratedFrame, ResolvedFrame, UnresolvedFrame } from './frame.ts'

/** Whether a map is of the file that ran: what its stack says of it. */
export type Fit = 'fits' | 'unsure' | 'other_build'

/** A verdict on a map, with the count of positions that it rests on. */
export interface MapVerdict {
  fit: Fit
  /** Natural logarithm of the odds that the map is of the file that ran. */
  odds: number
  /** Positions that were compared with the starts of mappings. */
  checked: number
  /** Those of them that are one. */
  atStart: number
}

/** A call of a stack, and what the map of its file made of it. */
export interface ResolvedCall {
  frame: GeneratedFrame
  resolved: ResolvedFrame | UnresolvedFrame
}

/**
 * Evidence, as natural logarithms of likelihood ratios. Measured on `conformance/maps`: V8's positions are the start of
 * a mapping for 88 to 100 % of the frames of a right build, and for 19 to 32 % of another program's; the text that a
 * frame leads to begins with the name of the function that it called for 70 % of the former and 3 % of the latter. Where
 * a bundler copies lines, as webpack without a minifier, a mapping is longer than a word; there the text behind its start
 * counts.
 * Neighbors of one stack are alike, so that a position weighs less than it would alone.
 */
const evidence = {
  atStart: 1.3,
  notAtStart: -1.9,
  atWord: 0.8,
  callsInner: 2.5,
  callsOther: -0.3,
  notOnLine: -0.9,
  madeByBundler: -0.9,
  afterLastLine: -1.9,
}

/**
 * Weight of a call of another name where no position can be compared. With that of V8's stacks, of which positions tell
 * more, three in four stacks of the next program would fit.
 */
const callsOtherAlone = -0.9

/** Above this a map is of the file, below the other it is not. */
const sureOdds = 1.5
const otherOdds = -1

/** How likely the map is the right one before the stack is looked at, by what found it; natural logarithms of odds. */
export const priorOdds = {
  /** A hash of the content in the name of the file. */
  hashed_name: 4,
  update: 4,
  /** The release and the whole address. */
  url: 2.2,
  /** The release and the end of the path, which other files of it may share. */
  suffix: 1.5,
  /** The release and the name alone. */
  name: 0,
  /** Added where the uploaded file registers a debug id as it runs, and the file that ran registered none. */
  isNotInjected: -2.5,
} as const

/**
 * Judges by a stack whether a map is of the file that ran. Positions of engines other than V8 and Hermes are not those
 * of mappings; there only the names of the calls count, which may raise a doubt and never rule a map out.
 *
 * @param stacks the stacks of an event, innermost call first; of their files only `file` is judged
 * @param prior natural logarithm of the odds before the stacks are looked at: see priorOdds
 * @example judgeMap([[{ frame, resolved }]], 'https://shop.example/app.js', priorOdds.url).fit // 'fits'
 */
export function judgeMap(stacks: readonly (readonly ResolvedCall[])[], file: string, prior: number): MapVerdict {
  const found = stacks.flatMap((calls) =>
    calls.map(({ frame, resolved }, index) => ({ frame, resolved, inner: calls[index - 1]?.resolved })),
  )
  const byPosition = new Map(
    found.filter(({ frame }) => frame.file === file).map((one) => [`${one.frame.line}:${one.frame.column}`, one]),
  )
  const positions = [...byPosition.values()]
  const starts = positions.flatMap(({ frame, resolved }) => startOf(frame, resolved) ?? [])
  const calls = positions.flatMap(({ resolved, inner }) => callOf(resolved, inner) ?? [])
  const checked = starts.filter((one) => one !== 'wholeLine')
  const observed = [...checked, ...calls]
  const isCompared = positions.some(({ frame }) => frame.isExact === true)
  const weights = isCompared ? evidence : { ...evidence, callsOther: callsOtherAlone }
  const odds = observed.reduce((sum, one) => sum + weights[one], prior)
  const atStart = checked.filter((one) => one === 'atStart' || one === 'atWord').length
  // Maps of lines alone could tell, and do not; stacks of other engines cannot.
  const fit = observed.length > 0 ? fitOf(odds, isCompared) : starts.length > 0 || prior < 0 ? 'unsure' : 'fits'
  return { fit, odds, checked: checked.length, atStart }
}

/** Names alone raise a doubt, and never hide an original: minifiers rename what they can. */
function fitOf(odds: number, isCompared: boolean): Fit {
  if (odds < otherOdds && isCompared) return 'other_build'
  return odds >= sureOdds ? 'fits' : 'unsure'
}

type Start = 'atStart' | 'atWord' | 'notAtStart' | 'notOnLine' | 'madeByBundler' | 'afterLastLine' | 'wholeLine'

const unmapped = {
  not_on_line: 'notOnLine',
  made_by_bundler: 'madeByBundler',
  after_last_line: 'afterLastLine',
} as const satisfies Record<Unmapped, Start>

/** Compares the position of a frame with the mappings; undefined where that says nothing. */
function startOf(frame: GeneratedFrame, resolved: ResolvedCall['resolved']): Start | undefined {
  if (frame.isExact !== true) return undefined
  if (resolved.state === 'unresolved') {
    if (resolved.reason.code !== 'position_outside') return undefined
    return unmapped[resolved.reason.cause]
  }
  if (resolved.mapping === 'line') return 'wholeLine'
  if (resolved.mapping === 'start') return 'atStart'
  const line = lineOf(resolved)
  if (line !== undefined && isWord(line, resolved.column - 1 + resolved.offset)) return 'atWord'
  // `await` itself has no mapping in the maps of some bundlers.
  return frame.isAsync === true ? undefined : 'notAtStart'
}

/** Text between the position of a call and the name of the function: `await shop.cart?.`. */
const beforeName = /^(?:await |new |[\w$#]+(?:\[[^\]\n]{0,60}\])?(?:\?\.|!?\.|\())*#?/

/** Whether the text that a frame leads to calls the function of the frame within; undefined where no text or name tells. */
function callOf(
  resolved: ResolvedCall['resolved'],
  inner: ResolvedCall['resolved'] | undefined,
): 'callsInner' | 'callsOther' | undefined {
  if (resolved.state !== 'resolved' || inner?.state !== 'resolved') return undefined
  // A function that calls itself is in many builds at many places.
  if (inner.function === resolved.function) return undefined
  const name = lastWordOf(inner.function)
  const line = lineOf(resolved)
  if (name === '' || line === undefined) return undefined
  if (resolved.mapping === 'line') return line.slice(0, maxCall).includes(`${name}(`) ? 'callsInner' : undefined
  const start = resolved.column - 1
  return calls(line, start, name) || calls(line, start + resolved.offset, name) ? 'callsInner' : 'callsOther'
}

function calls(line: string, start: number, name: string): boolean {
  const rest = line.slice(start, start + maxCall)
  const before = beforeName.exec(rest)?.[0] ?? ''
  const called = /^[\w$]+/.exec(rest.slice(before.length))?.[0]
  return called === name || before.split(/[^\w$]/).includes(name)
}

/** Returns the last part of a function's name; '' if it ends with no word. */
function lastWordOf(name: string): string {
  return name.split(/[^\w$]/).at(-1) ?? ''
}

function lineOf({ context, line }: ResolvedFrame): string | undefined {
  return context?.find((one) => one.line === line)?.text
}

/** Whether a word begins at a position of a line. */
function isWord(line: string, start: number): boolean {
  return /[\w$]/.test(line[start] ?? '') && !/[\w$]/.test(line[start - 1] ?? ' ')
}

/** Longer expressions in front of a call are not read. */
const maxCall = 300
