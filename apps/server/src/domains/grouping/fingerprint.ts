import * as crypto from 'node:crypto'
import { type Frame, parseStack, type RawStack } from '@bugle/stacktrace'
import { type Call, callOf, frameKey } from './call.ts'
import { isLastingName } from './known-name.ts'
import { meaningOf, messageTemplate } from './message-template.ts'
import { isOwnConstructor, isUnresolved, noiseOf } from './noise.ts'
import { fromHome, moduleName } from './stable-name.ts'
import { TooMuchWork, type WorkLimit } from './work-limit.ts'

/** What grouping looks at. Environment, release, level, user and tags never split an issue. */
export interface GroupingInput {
  exception_type: string
  message: string
  stack: RawStack
  platform: string
  app_id: string
  /** What led to it, nearest first, where the client sent it apart from the stack. */
  exceptions?: readonly { exception_type: string; message: string; stack?: RawStack }[] | null | undefined
  /** The event's own choice, may hold `{{ default }}`. */
  fingerprint?: readonly string[] | null | undefined
}

/** Why an event belongs where it does: shown to people, and hashed but for what was dropped. */
export interface Grouping {
  version: number
  /** Which rule decided. */
  reason: 'custom' | 'frames' | 'bundle' | 'message' | 'type' | 'overflow'
  /** What went into the hash, in order. */
  components: string[]
  /** What was looked at and left out (`droppedOf`): at most 20; kept with a group, not hashed. */
  dropped?: { part: string; why: string }[]
  /** The first in-app frame, or the first frame: where the reader should look. */
  culprit: string | undefined
}

/** The version that new projects are pinned to. It changes when the outcome for any event changes: docs/adr/0017. */
export const groupingVersion = 1

const maxFrames = 5
const maxDropped = 20
/** Deep enough to see that a function calls itself. */
const maxInformative = 40
/** A stack deeper than this is grouped by its innermost frames. */
const maxFramesSeen = 250

/**
 * Decides what an event is grouped by. Pure: the same event gives the same answer, in any process, for ever.
 *
 * @param limit ends what takes too long; such an event is grouped by its type alone
 */
export function groupingOf(input: GroupingInput, limit: WorkLimit = () => {}): Grouping {
  try {
    return decide(input, limit)
  } catch (error) {
    if (!(error instanceof TooMuchWork)) throw error
    return { ...rule('type', [`type:${typeName(input.exception_type)}`, ...originOf(input)]), culprit: undefined }
  }
}

function decide(input: GroupingInput, limit: WorkLimit): Grouping {
  const decision = new Decision(input, limit)
  const base = decision.base()
  const { culprit } = decision
  const own = input.fingerprint
  if (own === undefined || own === null || own.length === 0) return { ...base, culprit }
  const components = own.flatMap((part) =>
    /^\{\{ ?default ?\}\}$/.test(part) ? [base.reason, ...base.components] : [`=${part}`],
  )
  return { version: groupingVersion, reason: 'custom', components, culprit }
}

/** What the decision left out of the stack, and why: wanted for a new group alone. */
export function droppedOf(input: GroupingInput): { part: string; why: string }[] {
  const dropped: { part: string; why: string }[] = []
  new Decision(
    input,
    () => {},
    (frame, why) => {
      if (dropped.length < maxDropped) dropped.push({ part: storable(culpritOf(frame), maxCulprit), why })
    },
  ).base()
  return dropped
}

/** The fingerprint: sha256 over version, reason and components as canonical JSON, 64 hex digits. */
export function fingerprintOf(grouping: Grouping): string {
  return sha256(canonical(grouping))
}

/** The text that is hashed; equal texts are equal fingerprints. */
export function canonical({ version, reason, components }: Grouping): string {
  return JSON.stringify([version, reason, ...components])
}

/** A fingerprint is a group, per project: 128 bits of sha256(project, fingerprint), as 32 hex digits. */
export function groupIdOf(projectId: number, fingerprint: string): string {
  return sha256(`${projectId}:${fingerprint}`).slice(0, 32)
}

type Base = Pick<Grouping, 'version' | 'reason' | 'components'>

/** One exception of the chain, as far as grouping cares. */
interface Link {
  type: string
  message: string
  frames: Frame[]
}

/** Told of each frame that is left out. */
function forget(_frame: Frame, _why: string): void {}

/** Chooses the frames that tell this error from others, and says what it leaves out. */
class Decision {
  readonly #input: GroupingInput
  /** The reported exception, or the innermost of the chain that has in-app frames. */
  readonly #link: Link
  readonly culprit: string | undefined
  readonly #limit: WorkLimit
  readonly #drop: typeof forget

  constructor(input: GroupingInput, limit: WorkLimit, drop = forget) {
    this.#input = input
    this.#limit = limit
    this.#drop = drop
    const chain = chainOf(input)
    const [reported] = chain
    const isOnly = chain.length === 1
    this.#link = (isOnly ? reported : chain.findLast(({ frames }) => new Calls(frames).isAnyInformative())) ?? reported!
    const place = reported!.frames.find((frame) => frame.in_app) ?? this.#link.frames[0]
    this.culprit = place === undefined ? undefined : storable(culpritOf(place), maxCulprit)
  }

  base(): Base {
    const calls = this.#informativeCalls()
    if (calls.length === 0) return this.#byMessage()
    if (calls.some(isUnresolved)) return this.#byBundle(calls)
    const isOurs = calls[0]!.frame.in_app
    const keys = withoutRecursion(calls.map(frameKey)).filter((key) => key !== '#')
    const components = keys.slice(0, maxFrames).map((key) => `frame:${key}`)
    if (components.length === 0) return this.#byMessage()
    // One frame, or frames of libraries alone, may stand for many errors.
    const isEnough = components.length >= 2 && isOurs
    return rule('frames', [...this.#types(), ...components, ...(isEnough ? this.#meaning() : this.#template())])
  }

  /** In-app frames, or else all; without noise, and without the funnels on top. */
  #informativeCalls(): Call[] {
    const { frames, type } = this.#link
    const calls = new Calls(frames)
    const isAnyOurs = calls.isAnyInformative()
    const telling: Call[] = []
    for (let index = 0; index < frames.length; index++) {
      this.#limit()
      const frame = frames[index]!
      if (isAnyOurs && !frame.in_app) {
        this.#drop(frame, 'not the customer’s code')
        continue
      }
      const call = calls.at(index)
      const noise = noiseOf(call)
      if (noise !== undefined) this.#drop(frame, noise)
      else if (telling.length === 0 && isOwnConstructor(call, type)) this.#drop(frame, 'makes the exception')
      else if (telling.length === 0 && call.name.isFunnel) this.#drop(frame, 'every error may come through it')
      else if (telling.push(call) === maxInformative) break
    }
    return telling
  }

  /** Code whose names change with each build: what lasts of the names, and the message. */
  #byBundle(calls: Call[]): Base {
    const top = calls.slice(0, maxFrames)
    const lasting = withoutRecursion(top.map(lastingKey)).filter((key) => key !== '')
    const place = top.map(({ frame, file }) => (frame.module === undefined ? `${file.path}#` : '')).find(Boolean)
    const components = [...this.#types(), `place:${place ?? 'obfuscated'}`, ...lasting.map((key) => `name:${key}`)]
    return rule('bundle', [...components, ...this.#template()])
  }

  #byMessage(): Base {
    const { platform } = this.#input
    const template = this.#template()
    if (template.length > 0) return rule('message', [...this.#types(), ...template, `family:${familyOf(platform)}`])
    return rule('type', [...this.#types(), ...originOf(this.#input)])
  }

  /** Of a chain, both ends: a wrapper alone would merge all that it wraps. */
  #types(): string[] {
    const reported = `type:${typeName(this.#input.exception_type)}`
    const inner = `cause:${typeName(this.#link.type)}`
    return inner === `cause:${typeName(this.#input.exception_type)}` ? [reported] : [reported, inner]
  }

  #template(): string[] {
    const template = messageTemplate(this.#link.message || this.#input.message, this.#limit)
    return template === '' ? [] : [`message:${template}`]
  }

  #meaning(): string[] {
    return meaningOf(this.#link.message).map((code) => `code:${code}`)
  }
}

/** Frames, and what their names say of those that were asked for: it is looked up once. */
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

  /** Whether there is a call of the customer's own that tells something. */
  isAnyInformative(): boolean {
    return this.#frames.some((frame, index) => frame.in_app && isInformative(this.at(index)))
  }
}

function isInformative(call: Call): boolean {
  return !call.name.isFunnel && noiseOf(call) === undefined
}

function chainOf(input: GroupingInput): Link[] {
  const { exception_type: type, message, stack, platform, exceptions } = input
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

/** Calls of a bundle keep the names that no minifier touches. */
function lastingKey(call: Call): string {
  if (!isUnresolved(call)) return frameKey(call)
  return call.frame.module === undefined && isLastingName(call.name.bare) ? call.name.bare : ''
}

/** Recursion counts once, however deep it went; of a deep one nothing is known of what is beneath. */
function withoutRecursion(keys: string[]): string[] {
  // A few texts are compared sooner than hashed: most differ in length.
  const seen: string[] = []
  const counts: number[] = []
  for (const key of keys) {
    const known = seen.indexOf(key)
    if (known >= 0) counts[known]! += 1
    else counts[seen.push(key) - 1] = 1
  }
  if (!counts.some((count) => count >= deepRecursion)) return seen
  const last = keys.findLastIndex((key) => key !== '' && counts[seen.indexOf(key)]! >= deepRecursion)
  // What was called before the deepest of it stays.
  return last < 0 ? seen : [...new Set(keys.slice(0, last + 1))]
}

/** A function that is on the stack this often calls itself. */
const deepRecursion = 4

/** Names of types change as names of modules do. */
function typeName(type: string): string {
  const anonymous = type.indexOf('@anonymous')
  return moduleName(anonymous < 0 ? type : type.slice(0, anonymous + 10))
}

function originOf({ platform, app_id }: GroupingInput): string[] {
  return [`platform:${platform}`, `app:${app_id}`]
}

/** Phones run one program; the browser and the server do not. */
function familyOf(platform: string): string {
  return platform === 'ios' || platform === 'android' ? 'mobile' : platform
}

function rule(reason: Grouping['reason'], components: string[]): Base {
  return { version: groupingVersion, reason, components: components.map((part) => storable(part, maxComponent)) }
}

const maxComponent = 1000
const maxCulprit = 300

/** Frames come as they were sent; what is stored and shown of them is bounded, and text that a database takes. */
function storable(text: string, maxLength: number): string {
  const short = text.length > maxLength ? text.slice(0, maxLength) : text
  const whole = short.isWellFormed() ? short : short.toWellFormed()
  return whole.includes('\0') ? whole.replaceAll('\0', '\uFFFD') : whole
}

function culpritOf({ function: name = '<anonymous>', module, file }: Frame): string {
  const called = module === undefined ? name : `${module}.${name}`
  if (file === undefined) return called
  const query = file.search(/[?#]/)
  return `${called} in ${fromHome(query < 0 ? file : file.slice(0, query))}`
}

/** crypto.hash came to Node 20.12; it is a third quicker than createHash. */
const sha256: (text: string) => string =
  typeof crypto.hash === 'function'
    ? (text) => crypto.hash('sha256', text, 'hex')
    : (text) => crypto.createHash('sha256').update(text).digest('hex')
