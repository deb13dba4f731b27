import type { EventView, FrameView } from '@bugle/protocol'
import { expect } from 'vitest'

type Fields = Record<string, unknown>

/** A list of the event, bare or as `values`. */
export const listOf = (value: unknown): Fields[] => {
  const values = Array.isArray(value) ? value : ((value as Fields | undefined)?.values ?? [])
  return (values as (Fields | null)[]).filter((one): one is Fields => one !== null)
}
const nameless = ['?', '<anonymous>', '<unknown>']
const engineFiles = ['<anonymous>', '[native code]', 'native']
const javaFamily = ['java', 'kotlin']

/** Compares an event as an SDK sent it with what the API shows of it, field by field. */
export function expectShown(sent: Fields, shown: EventView): void {
  const exceptions = listOf(sent.exception).reverse()
  expect(shown.client_id).toBe(String(sent.event_id).replaceAll('-', ''))
  if (exceptions.length > 0)
    expect(shown.exceptions.map(({ exception_type, message }) => [exception_type, message])).toEqual(
      exceptions.map((one) => [typeOf(one, sent.platform), textOf(one.value) ?? '']),
    )
  expectTree(exceptions, shown)
  for (const [index, exception] of exceptions.entries())
    expectFrames(exception.stacktrace as Fields | undefined, shown.exceptions[index]!.frames, String(sent.platform))
  expectPlain(sent, shown)
  expectBreadcrumbs(sent, shown)
  expectContexts(sent, shown)
  const { mechanism } = (exceptions[0] ?? {}) as { mechanism?: Fields | null }
  // Old SDKs of Python send null.
  if (mechanism !== undefined && mechanism !== null)
    expect(shown.mechanism).toEqual({ type: mechanism.type ?? null, handled: mechanism.handled ?? null })
  const shownFields = new Set(
    'event_id exception level release dist environment timestamp tags server_name logger transaction fingerprint user breadcrumbs contexts extra debug_meta threads message logentry request'.split(
      ' ',
    ),
  )
  // Whatever has no place of its own can be found under «other».
  const other = (shown.other.sentry ?? {}) as Fields
  for (const name of Object.keys(sent))
    if (!shownFields.has(name) && sent[name] !== null)
      expect([name, other[name]]).toEqual([name, scrubbedForm(sent[name], other[name])])
}

/** Expects each exception below the one that its SDK names by number; without numbers, below the one before it. */
function expectTree(exceptions: Fields[], shown: EventView): void {
  const mechanisms = exceptions.map(({ mechanism }) => (mechanism ?? {}) as Fields)
  const isNumbered = mechanisms.every(({ exception_id: id }) => id !== undefined)
  for (const [index, { type, parent_id: parentId, source }] of mechanisms.entries()) {
    const { parent, relation } = shown.exceptions[index]!
    if (index === 0) expect([parent, relation]).toEqual([undefined, undefined])
    else if (!isNumbered) expect([parent, relation]).toEqual([index - 1, 'cause'])
    else {
      expect(mechanisms[parent!]!.exception_id).toBe(parentId)
      const isMember = String(source).endsWith(']')
      if (type === 'suppressed' || source !== undefined)
        expect(relation).toBe(type === 'suppressed' ? 'suppressed' : isMember ? 'member' : 'cause')
    }
  }
}

function typeOf({ type, module, mechanism }: Fields, platform: unknown): unknown {
  // A message that is sent with its stack.
  if (type === undefined && (mechanism as Fields | undefined)?.synthetic === true) return 'Message'
  return javaFamily.includes(String(platform)) && module ? `${module}.${type}` : (type ?? 'Error')
}

function textOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  // PostgreSQL and browsers refuse a lone surrogate, which Python may send.
  return typeof value === 'string' ? value.toWellFormed() : JSON.stringify(value)
}

function expectFrames(stacktrace: Fields | undefined, shown: FrameView[], platform: string): void {
  const frames = ((stacktrace?.frames ?? []) as Fields[]).toReversed()
  if (frames.length === 0) return
  const isScript = platform === 'javascript' || platform === 'node'
  expect(shown).toHaveLength(Math.min(frames.length, 250))
  for (const [index, frame] of frames.slice(0, 250).entries()) {
    const one = shown[index]!
    const name = nameless.includes(String(frame.function ?? '?')) ? undefined : String(frame.function)
    // The engine's `Object.<anonymous>`, as the SDK of Node spells it.
    const isSpelt = isScript && name?.endsWith('.?')
    if (name !== undefined) expect(one.function).toBe(isSpelt ? name.replace(/\?$/, '<anonymous>') : name)
    if (Number(frame.lineno) > 0) expect(one.line).toBe(frame.lineno)
    if (Number(frame.colno) > 0) expect(one.column).toBe(frame.colno)
    // `Array.map` has no place, and is never the program's own.
    const isOfEngine = isScript && !frame.lineno && engineFiles.includes(String(frame.filename))
    if (isOfEngine) expect([one.in_app, one.file]).toEqual([false, undefined])
    else if (frame.filename || frame.abs_path) expect([frame.filename, frame.abs_path]).toContain(one.file)
    // The Rust SDK marks the machinery of a panic as the program's own.
    if (typeof frame.in_app === 'boolean' && platform !== 'rust' && !isOfEngine) expect(one.in_app).toBe(frame.in_app)
    if (typeof frame.context_line === 'string') expect(one.context_line).toBe(frame.context_line.slice(0, 500))
    if (frame.vars) expect(Object.keys(one.vars ?? {})).toEqual(Object.keys(frame.vars))
  }
}

function expectPlain(sent: Fields, shown: EventView): void {
  const levels: Record<string, string> = {
    fatal: 'fatal',
    warning: 'warning',
    info: 'info',
    debug: 'info',
    log: 'info',
  }
  expect(shown.level).toBe(levels[String(sent.level)] ?? 'error')
  expect(shown.release).toBe(sent.release || null)
  expect(shown.environment).toBe(sent.environment || 'production')
  expect(shown.dist).toBe(sent.dist || null)
  const fingerprint = sent.fingerprint as string[] | undefined
  expect(shown.fingerprint).toEqual(fingerprint?.length ? fingerprint : null)
  const { id } = (sent.user ?? {}) as { id?: unknown }
  if (id !== undefined && id !== null) expect(shown.user_id).toBe(String(id))
  const tags = Object.entries((sent.tags ?? {}) as Fields).filter(([, value]) => value !== null)
  expect(shown.tags).toMatchObject(Object.fromEntries(tags))
  for (const name of ['server_name', 'transaction', 'logger'])
    if (sent[name] && !(sent.tags as Fields | undefined)?.[name]) expect(shown.tags[name]).toBe(sent[name])
  const { sdk } = sent as { sdk?: { name: string; version: string } }
  if (sdk !== undefined) expect(shown.sdk).toEqual({ name: sdk.name, version: sdk.version })
}

function expectBreadcrumbs(sent: Fields, shown: EventView): void {
  const crumbs = listOf(sent.breadcrumbs)
  expect(shown.breadcrumbs).toHaveLength(crumbs.length)
  for (const [index, crumb] of crumbs.entries()) {
    const one = shown.breadcrumbs[index]!
    expect(one.message).toBe(crumb.message ?? '')
    expect(one.category).toBe(crumb.category || crumb.type || 'default')
    if (crumb.level) expect(one.level).toBe(crumb.level)
    if (crumb.type) expect(one.type).toBe(crumb.type)
    expect(Object.keys(one.data ?? {})).toEqual(Object.keys((crumb.data ?? {}) as Fields))
  }
}

function expectContexts(sent: Fields, shown: EventView): void {
  for (const [name, context] of Object.entries((sent.contexts ?? {}) as Fields))
    expect([name, shown.contexts[name]]).toMatchObject([name, scrubbedForm(context, shown.contexts[name])])
  for (const [name, value] of Object.entries((sent.extra ?? {}) as Fields))
    expect([name, shown.extra[name]]).toEqual([name, scrubbedForm(value, shown.extra[name])])
}

/** The value as sent, but with removed parts in the places where they are shown as removed. */
function scrubbedForm(sent: unknown, shown: unknown): unknown {
  if (shown === '[removed]') return shown
  if (typeof sent === 'string' && typeof shown === 'string' && shown.includes('[removed]')) return shown
  if (typeof sent !== 'object' || sent === null || typeof shown !== 'object' || shown === null) return sent
  if (Array.isArray(sent)) return sent.map((one, index) => scrubbedForm(one, (shown as unknown[])[index]))
  return Object.fromEntries(
    Object.entries(sent).map(([key, value]) => [key, scrubbedForm(value, (shown as Fields)[key])]),
  )
}
