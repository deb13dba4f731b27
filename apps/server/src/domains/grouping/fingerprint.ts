import * as crypto from 'node:crypto'
import { type Frame, parseStack, type RawStack } from '@bugle/stacktrace'
import { frameKey } from './frame-key.ts'
import { messageTemplate } from './message-template.ts'

/** What grouping looks at. Environment, release, level, user and tags never split an issue. */
export interface GroupingInput {
  exception_type: string
  message: string
  stack: RawStack
  platform: string
  app_id: string
  /** The event's own choice, may hold `{{ default }}`. */
  fingerprint?: readonly string[] | null | undefined
}

/** Why an event belongs where it does: shown to people, and hashed. */
export interface Grouping {
  version: number
  /** Which rule decided. */
  reason: 'custom' | 'frames' | 'message' | 'type'
  /** What went into the hash, in order. */
  components: string[]
  /** The first in-app frame, or the first frame: where the reader should look. */
  culprit: string | undefined
}

/** The version that new projects are pinned to. It changes when the outcome for any event changes. */
export const groupingVersion = 1

const maxFrames = 5
/** A stack deeper than this without a frame of the customer's own is grouped by what was seen so far. */
const maxFramesSeen = 250

/** Decides what an event is grouped by. Pure: the same event gives the same answer, in any process, for ever. */
export function groupingOf(input: GroupingInput): Grouping {
  const { inApp, any } = topFrames(input)
  const place = inApp[0] ?? any[0]
  const culprit = place === undefined ? undefined : storable(culpritOf(place), maxCulprit)
  const base = defaultGrouping(input, inApp.length > 0 ? inApp : any)
  const own = input.fingerprint
  if (own === undefined || own === null || own.length === 0) return { ...base, culprit }
  const components = own.flatMap((part) =>
    /^\{\{ ?default ?\}\}$/.test(part) ? [base.reason, ...base.components] : [`=${part}`],
  )
  return { version: groupingVersion, reason: 'custom', components, culprit }
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

function defaultGrouping(input: GroupingInput, frames: Frame[]): Omit<Grouping, 'culprit'> {
  const type = `type:${input.exception_type}`
  const keys = foldRecursion(frames.map(frameKey)).filter((key) => key !== '#')
  if (keys.length >= 2) return rule('frames', [type, ...keys.map((key) => `frame:${key}`)])
  const template = messageTemplate(input.message)
  if (keys.length === 1) return rule('frames', [type, `frame:${keys[0]}`, `message:${template}`])
  if (template !== '') return rule('message', [type, `message:${template}`])
  return rule('type', [type, `platform:${input.platform}`, `app:${input.app_id}`])
}

function rule(reason: Grouping['reason'], components: string[]): Omit<Grouping, 'culprit'> {
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

function topFrames({ stack, platform, message }: GroupingInput): { inApp: Frame[]; any: Frame[] } {
  const { frames } = parseStack(stack, { platform, message, maxFrames: maxFramesSeen })
  return { inApp: frames.filter((frame) => frame.in_app).slice(0, maxFrames), any: frames.slice(0, maxFrames) }
}

/** A function that calls itself counts once, however deep it went. */
function foldRecursion(keys: string[]): string[] {
  return keys.filter((key, index) => key !== keys[index - 1])
}

function culpritOf(frame: Frame): string {
  const name = frame.function ?? '<anonymous>'
  return frame.file === undefined ? name : `${name} in ${frame.file.replace(/[?#].*$/, '')}`
}

/** crypto.hash came to Node 20.12; it is a third quicker than createHash. */
const sha256: (text: string) => string =
  typeof crypto.hash === 'function'
    ? (text) => crypto.hash('sha256', text, 'hex')
    : (text) => crypto.createHash('sha256').update(text).digest('hex')
