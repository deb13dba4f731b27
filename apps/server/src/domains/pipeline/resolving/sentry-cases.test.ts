import { readdirSync, readFileSync } from 'node:fs'
import { translateEvent } from '@bugle/sentry-event'
import { type Frame, parseStack } from '@bugle/stacktrace'
import { defaultStackParser } from '@sentry/browser'
import { createStackParser } from '@sentry/core'
import { nodeStackLineParser } from '@sentry/core/server'
import { expect, it } from 'vitest'
import { fingerprintOf, type GroupingInput, groupingOf } from '../../grouping/index.ts'
import { groupingInputOf } from './grouping-input.ts'

// The cases of conformance/grouping as SDKs of Sentry send them: those of scripts are read by Sentry's own parsers.

interface Case {
  name: string
  expected: 'one' | 'several'
  events: GroupingInput[]
}

interface Thrown {
  exception_type?: string
  message?: string
  frames: Frame[]
}

const directory = new URL('../../../../../../conformance/grouping/', import.meta.url)
const files = readdirSync(directory).filter((name) => name.endsWith('.json'))
const casesOf = (file: string) => JSON.parse(readFileSync(new URL(file, directory), 'utf8')) as Case[]

/** How Sentry's SDKs name what our platforms mean. */
const platforms: Record<string, string> = { web: 'javascript', dotnet: 'csharp', ios: 'cocoa', android: 'java' }
const scripts = new Set(['v8', 'spidermonkey', 'javascriptcore', 'hermes'])
const parseNode = createStackParser(nodeStackLineParser())

function toSentry(event: GroupingInput): Record<string, unknown> {
  const { exception_type, message, stack, exceptions, fingerprint, platform } = event
  const parsed = parseStack(stack, { platform, message })
  const isScript = scripts.has(parsed.engine)
  const sent = parsed.engine === 'dotnet' ? 'csharp' : (platforms[platform] ?? platform)
  const causes: Thrown[] = exceptions?.length
    ? exceptions.map((one) => ({ ...one, frames: parseStack(one.stack, { platform, message: one.message }).frames }))
    : parsed.causes
  const values = [{ exception_type, message, frames: parsed.frames }, ...causes].map((one: Thrown) => {
    const frames =
      (isScript && framesOfSdk(one.frames, platform)) || one.frames.map((frame) => toSent(frame, sent)).toReversed()
    return { type: one.exception_type, value: one.message, ...(frames.length > 0 && { stacktrace: { frames } }) }
  })
  const isMobile = platform === 'ios' || platform === 'android'
  return {
    platform: isScript && platform !== 'node' ? 'javascript' : sent,
    ...(isScript &&
      isMobile && { sdk: { name: 'sentry.javascript.react-native' }, contexts: { os: { name: platform } } }),
    exception: { values: values.toReversed() },
    ...(fingerprint && { fingerprint }),
  }
}

/** Reads the lines of an engine as the SDK does, which never sees what a terminal or log has around them. */
function framesOfSdk(frames: Frame[], platform: string): unknown[] | undefined {
  const lines = frames.map(({ raw = '' }) => (raw.startsWith('at ') ? `    ${raw}` : raw))
  // Copied from a console, in no form that an SDK meets.
  if (lines.some((line) => !/^ {4}at |@/.test(line))) return undefined
  return (platform === 'node' ? parseNode : defaultStackParser)(lines.join('\n'))
}

function toSent({ function: name, module, file, line, column, in_app }: Frame, platform: string) {
  const place = { filename: file, abs_path: file, lineno: line, colno: column, in_app }
  // The SDK of PHP has no module.
  if (platform === 'php' && module !== undefined) return { ...place, function: `${module}::${name}` }
  return { ...place, function: name ?? '?', module }
}

const nativeGroup = (event: GroupingInput) => fingerprintOf(groupingOf(event))
const sentryGroup = (event: GroupingInput) => {
  const translated = translateEvent(toSentry(event), { appId: event.app_id, isForColumns: true })
  return fingerprintOf(groupingOf(groupingInputOf(translated)))
}

/** The mean of the pass rates of both kinds, as in domains/grouping/conformance.test.ts. */
function scoreOf(cases: Case[], groupOf: (event: GroupingInput) => string): { score: number; missed: string[] } {
  const isRight = ({ expected, events }: Case) =>
    new Set(events.map(groupOf)).size === (expected === 'one' ? 1 : events.length)
  const wrong = cases.filter((one) => !isRight(one))
  const rates = (['one', 'several'] as const).map((kind) => {
    const isOfKind = ({ expected }: Case) => expected === kind
    return 100 - (100 * wrong.filter(isOfKind).length) / cases.filter(isOfKind).length
  })
  const missed = wrong.map(({ name, expected }) => `${name} (${expected})`)
  return { score: (rates[0]! + rates[1]!) / 2, missed }
}

const sets = [
  ['the cases known to the code', files.filter((file) => !file.startsWith('held-out'))],
  ...files.filter((file) => file.startsWith('held-out')).map((file) => [file, [file]] as const),
] as const

it.each(sets)('events of Sentry are grouped as well as native ones: %s', (name, names) => {
  const cases = names.flatMap(casesOf)
  const [native, sentry] = [scoreOf(cases, nativeGroup), scoreOf(cases, sentryGroup)]
  console.log(`${name}: native ${native.score.toFixed(1)}, Sentry ${sentry.score.toFixed(1)}`)
  const lost = sentry.missed.filter((one) => !native.missed.includes(one)).join('\n')
  expect(sentry.score, lost).toBeGreaterThanOrEqual(native.score - 1)
})
