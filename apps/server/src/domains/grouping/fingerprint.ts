import type { HexId } from '@bugle/protocol'
import { type Frame, parseStack, type RawStack } from '@bugle/stacktrace'
import { type Call, callOf, frameKey } from './call.ts'
import { changedNames } from './changed-names.ts'
import { messageTemplate, significantCodes } from './message-template.ts'
import { isStableName } from './name-patterns.ts'
import { isCoroutineBlock, isOwnConstructor, isUnresolved, noiseOf } from './noise.ts'
import { type ChainedException, isAddress, type Positions, positionsOf } from './positions.ts'
import { sha256 } from './sha256.ts'
import { fromHome, moduleName } from './stable-name.ts'
import { TooMuchWork, type WorkLimit } from './work-limit.ts'

/** Fields that grouping uses. Environment, release, level, user and tags never split an issue. */
export interface GroupingInput {
  exception_type: string
  message: string
  /** The text of which `message` is one filling, where the sender knows it: equal texts are equal messages. */
  template?: string | undefined
  stack: RawStack
  /** All that the stack and the causes say, as one text by which an equal grouping is found again. */
  signature?: string | undefined
  platform: string
  app_id: string
  /** Causes, nearest first, if the SDK sent them separately from the stack. */
  exceptions?: readonly { exception_type: string; message: string; stack?: RawStack }[] | null | undefined
  /** Custom fingerprint, which may contain `{{ default }}`. */
  fingerprint?: readonly string[] | null | undefined
}

/** Reason for an event's group: shown to people, and hashed except for `dropped`. */
export interface Grouping {
  version: number
  /** The rule that decided. */
  reason: 'custom' | 'frames' | 'bundle' | 'message' | 'type' | 'overflow'
  /** Parts of the hash, in order. */
  components: string[]
  /** Frames and parts of names that were left out (`droppedOf`): at most 20; kept with a group, not hashed. */
  dropped?: { part: string; why: string }[]
  /** The first in-app frame, or the first frame: where the reader should look first. */
  culprit: string | undefined
}

/** The version that new projects are pinned to. It changes if the result for any event changes: docs/adr/0017. */
export const groupingVersion = 1

const maxFrames = 5
const maxDropped = 20
/** Deep enough to detect that a function calls itself. */
const maxInformative = 40
/** Deeper stacks are grouped by their innermost frames. */
const maxFramesSeen = 250

/**
 * Computes the grouping of an event. Pure: the same event always gives the same result, in any process.
 *
 * @param limit ends a computation that takes too long; such an event is grouped by its type alone
 */
export function groupingOf(input: GroupingInput, limit: WorkLimit = () => {}): Grouping {
  return groupingWithPositions(input, limit).grouping
}

/** A grouping, and the positions of the calls if some are in generated code; null if they were not asked for. */
export interface PositionedGrouping {
  grouping: Grouping
  positions: Positions | undefined | null
}

/**
 * Computes the grouping of an event, with positions if it is grouped as a bundle.
 *
 * @param always with positions whatever the rule: the event may resolve
 */
export function groupingWithPositions(
  input: GroupingInput,
  limit: WorkLimit = () => {},
  always = false,
): PositionedGrouping {
  try {
    const chain = chainOf(input)
    const grouping = groupingOfChain(input, chain, limit)
    const isAsked = always || grouping.reason === 'bundle' || chain.some(({ frames }) => frames.some(isAddress))
    return { grouping, positions: isAsked ? positionsOf(chain, limit) : null }
  } catch (error) {
    if (!(error instanceof TooMuchWork)) throw error
    const grouping = rule('type', [`type:${typeName(input.exception_type)}`, ...originOf(input)])
    return { grouping: { ...grouping, culprit: undefined }, positions: undefined }
  }
}

/** Computes the grouping of an event whose chain is given: as `chainOf` returns it, or with its calls resolved. */
export function groupingOfChain(
  input: GroupingInput,
  chain: ChainedException[],
  limit: WorkLimit = () => {},
): Grouping {
  const decision = new Decision(input, chain, limit)
  const base = decision.base()
  const { culprit } = decision
  const own = input.fingerprint
  if (own === undefined || own === null || own.length === 0) return { ...base, culprit }
  const components = own.flatMap((part) =>
    /^\{\{ ?default ?\}\}$/.test(part) ? [base.reason, ...base.components] : [`=${part}`],
  )
  return { version: groupingVersion, reason: 'custom', components, culprit }
}

/** Returns the frames and parts of names that grouping left out, each with the rule. Needed only for new groups. */
export function droppedOf(input: GroupingInput): { part: string; why: string }[] {
  const dropped = new Map<string, string>()
  const drop = (part: string, why: string) => {
    if (dropped.size < maxDropped) dropped.set(storable(part, maxCulprit), why)
  }
  const decision = new Decision(
    input,
    chainOf(input),
    () => {},
    (frame, why) => drop(culpritOf(frame), why),
  )
  decision.base()
  for (const { frame } of decision.compared) for (const { part, why } of changedNames(frame)) drop(part, why)
  return [...dropped].map(([part, why]) => ({ part, why }))
}

/** Computes the fingerprint: sha256 over version, reason and components as canonical JSON, 64 hex digits. */
export function fingerprintOf(grouping: Grouping): string {
  return sha256(canonical(grouping))
}

/** Returns the text that is hashed; equal texts are equal fingerprints. */
export function canonical({ version, reason, components }: Grouping): string {
  return JSON.stringify([version, reason, ...components])
}

/** Computes the group of a fingerprint in a project: 128 bits of sha256(project, fingerprint), as 32 hex digits. */
export function groupIdOf(projectId: number, fingerprint: string): HexId {
  return sha256(`${projectId}:${fingerprint}`).slice(0, 32) as HexId
}

type Base = Pick<Grouping, 'version' | 'reason' | 'components'>

/** Called with each frame that is left out. */
function forget(_frame: Frame, _why: string): void {}

/** Chooses the frames that distinguish this error from others, and reports those it leaves out. */
class Decision {
  readonly #input: GroupingInput
  /** The reported exception, or the innermost of the chain that has in-app frames. */
  readonly #link: ChainedException
  readonly culprit: string | undefined
  /** The calls that count, once `base` has chosen them. */
  compared: readonly Call[] = []
  /** The nearest cause or first member, if no exception of the chain has code of the customer's. */
  readonly #beneath: ChainedException | undefined
  readonly #limit: WorkLimit
  readonly #drop: typeof forget

  constructor(input: GroupingInput, chain: ChainedException[], limit: WorkLimit, drop = forget) {
    this.#input = input
    this.#limit = limit
    this.#drop = drop
    const [reported] = chain
    const isOnly = chain.length === 1
    const own = isOnly ? reported : chain.findLast(({ frames }) => new Calls(frames).isAnyInformative())
    this.#link = own ?? reported!
    this.#beneath = own === undefined ? chain[1] : undefined
    const frame = reported!.frames.find(({ in_app: isInApp }) => isInApp) ?? this.#link.frames[0]
    this.culprit = frame === undefined ? undefined : storable(culpritOf(frame), maxCulprit)
  }

  base(): Base {
    const calls = this.#informativeCalls()
    this.compared = calls.slice(0, maxFrames)
    if (calls.length === 0) return this.#byMessage()
    if (calls.some(isUnresolved)) return this.#byBundle(calls)
    const isOurs = calls[0]!.frame.in_app
    const keys = withoutRecursion(calls.map(frameKey)).filter((key) => key !== '#')
    const components = keys.slice(0, maxFrames).map((key) => `frame:${key}`)
    if (components.length === 0) return this.#byMessage()
    // A single frame, or only frames of libraries, may stand for many errors.
    const isEnough = components.length >= 2 && isOurs
    return rule('frames', [...this.#types(), ...components, ...(isEnough ? this.#meaning() : this.#texts())])
  }

  /** Returns the in-app frames, or else all; without noise, and without funnels at the top. */
  #informativeCalls(): Call[] {
    const { frames, type } = this.#link
    const calls = new Calls(frames)
    const isAnyOurs = calls.isAnyInformative()
    const informative: Call[] = []
    for (let index = 0; index < frames.length; index++) {
      this.#limit()
      const frame = frames[index]!
      if (isAnyOurs && !frame.in_app) {
        this.#drop(frame, 'not the customer’s code')
        continue
      }
      const call = calls.at(index)
      // The block that threw says more than whatever started it; blocks around another call say no more than helpers.
      const isTop = informative.length === 0 && isCoroutineBlock(call)
      const noise = isTop ? undefined : noiseOf(call)
      if (noise !== undefined) this.#drop(frame, noise)
      else if (informative.length === 0 && isOwnConstructor(call, type)) this.#drop(frame, 'constructs the exception')
      else if (informative.length === 0 && call.name.isFunnel) this.#drop(frame, 'any error can pass through it')
      else if (informative.push(call) === maxInformative) break
    }
    return informative
  }

  /** Groups code whose names change with each build, by its stable names and the message. */
  #byBundle(calls: Call[]): Base {
    const top = calls.slice(0, maxFrames)
    const stable = withoutRecursion(top.map(stableKey)).filter((key) => key !== '')
    const location = top.map(({ frame, file }) => (frame.module === undefined ? `${file.path}#` : '')).find(Boolean)
    const components = [...this.#types(), `place:${location ?? 'obfuscated'}`, ...stable.map((key) => `name:${key}`)]
    return rule('bundle', [...components, ...this.#texts()])
  }

  #byMessage(): Base {
    const { platform } = this.#input
    const template = this.#texts()
    if (template.length > 0) return rule('message', [...this.#types(), ...template, `family:${familyOf(platform)}`])
    return rule('type', [...this.#types(), ...originOf(this.#input)])
  }

  /** Returns the types at both ends of a chain: a wrapper alone would merge everything that it wraps. */
  #types(): string[] {
    const reported = `type:${typeName(this.#input.exception_type)}`
    const inner = `cause:${typeName(this.#link.type)}`
    return inner === `cause:${typeName(this.#input.exception_type)}` ? [reported] : [reported, inner]
  }

  /** Returns the message, and what is beneath an exception that has no code of the customer's. */
  #texts(): string[] {
    if (this.#beneath === undefined) return this.#template()
    const { type, message } = this.#beneath
    const template = messageTemplate(message, this.#limit)
    const beneath = [`beneath:${typeName(type)}`, ...(template === '' ? [] : [`because:${template}`])]
    return [...this.#template(), ...beneath]
  }

  #template(): string[] {
    const template = messageTemplate(this.#link.message || this.#input.template || this.#input.message, this.#limit)
    return template === '' ? [] : [`message:${template}`]
  }

  #meaning(): string[] {
    return significantCodes(this.#link.message).map((code) => `code:${code}`)
  }
}

/** Frames of a stack, whose calls are computed on demand and once. */
class Calls {
  readonly #frames: readonly Frame[]
  readonly #calls: Call[] = []

  constructor(frames: readonly Frame[]) {
    this.#frames = frames
  }

  at(index: number): Call {
    this.#calls[index] ??= callOf(this.#frames[index]!)
    return this.#calls[index]
  }

  /** Whether an in-app call distinguishes errors. */
  isAnyInformative(): boolean {
    return this.#frames.some((frame, index) => frame.in_app && isInformative(this.at(index)))
  }
}

function isInformative(call: Call): boolean {
  return isCoroutineBlock(call) || (!call.name.isFunnel && noiseOf(call) === undefined)
}

/** Returns the reported exception and its causes, with their frames. */
export function chainOf(input: GroupingInput): ChainedException[] {
  const { exception_type: type, stack, platform, exceptions } = input
  const message = input.template ?? input.message
  const parsed = parseStack(stack, { platform, message, maxFrames: maxFramesSeen })
  const reported = { type, message, frames: parsed.frames }
  const sent = exceptions ?? []
  if (sent.length > 0) {
    const links = sent.slice(0, 10).map((one) => ({
      type: one.exception_type,
      message: one.message,
      frames: parseStack(one.stack, { platform, message: one.message, maxFrames: maxFramesSeen }).frames,
    }))
    return [reported, ...links.filter((link) => link.type !== type || link.message !== message)]
  }
  const causes = parsed.causes.filter(({ relation }) => relation === 'cause')
  return [
    reported,
    ...causes.map((cause) => ({
      type: cause.exception_type ?? type,
      message: cause.message ?? '',
      frames: cause.frames,
    })),
  ]
}

/** Returns the key of a call; in a bundle, only a name that no minifier changes. */
function stableKey(call: Call): string {
  if (!isUnresolved(call)) return frameKey(call)
  return call.frame.module === undefined && isStableName(call.name.bare) ? call.name.bare : ''
}

/** Counts recursion once, however deep. Frames beneath a deep recursion are unreliable and left out. */
function withoutRecursion(keys: string[]): string[] {
  // For a few texts, comparing is faster than hashing: most differ in length.
  const seen: string[] = []
  const counts: number[] = []
  for (const key of keys) {
    const known = seen.indexOf(key)
    if (known >= 0) counts[known]! += 1
    else counts[seen.push(key) - 1] = 1
  }
  if (!counts.some((count) => count >= deepRecursion)) return seen
  const last = keys.findLastIndex((key) => key !== '' && counts[seen.indexOf(key)]! >= deepRecursion)
  // The calls inside the recursion are kept.
  return last < 0 ? seen : [...new Set(keys.slice(0, last + 1))]
}

/** A function that is on the stack this often calls itself. */
const deepRecursion = 3

/** Normalizes the name of a type, which varies like the name of a module. */
function typeName(type: string): string {
  const anonymous = type.indexOf('@anonymous')
  return moduleName(anonymous < 0 ? type : type.slice(0, anonymous + 10))
}

function originOf({ platform, app_id }: GroupingInput): string[] {
  return [`platform:${platform}`, `app:${app_id}`]
}

/** Phones run the same program; browser and server do not. */
function familyOf(platform: string): string {
  return platform === 'ios' || platform === 'android' ? 'mobile' : platform
}

function rule(reason: Grouping['reason'], components: string[]): Base {
  return { version: groupingVersion, reason, components: components.map((part) => storable(part, maxComponent)) }
}

const maxComponent = 1000
const maxCulprit = 300

/**
 * Makes a text storable: bounded in length, and without characters that PostgreSQL rejects. Frames come as they were
 * sent.
 */
function storable(text: string, maxLength: number): string {
  const short = text.length > maxLength ? text.slice(0, maxLength) : text
  const whole = short.isWellFormed() ? short : short.toWellFormed()
  return isPrintableAscii.test(whole) ? whole : whole.normalize('NFC').replaceAll('\0', '\uFFFD')
}

/** Anything else may be composed in two ways: macOS decomposes the names of files. */
const isPrintableAscii = /^[ -~]*$/

function culpritOf({ function: name = '<anonymous>', module, file }: Frame): string {
  const called = module === undefined ? name : `${module}.${name}`
  if (file === undefined) return called
  const query = file.search(/[?#]/)
  return `${called} in ${fromHome(query < 0 ? file : file.slice(0, query))}`
}
