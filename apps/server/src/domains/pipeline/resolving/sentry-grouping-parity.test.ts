import { readdirSync, readFileSync } from 'node:fs'
import type { IngestEvent } from '@bugle/protocol'
import { type EventWithFacts, translateEvent } from '@bugle/sentry-event'
import { expect, it } from 'vitest'
import { fingerprintOf, groupingOf } from '../../grouping/index.ts'
import { groupingInputOf } from './grouping-input.ts'

// The same error by the text of its stack and by the frames of a Sentry SDK should be one issue.

interface Frame {
  function?: string
  module?: string
  file?: string
  line?: number
  column?: number
  in_app?: boolean
}
interface Thrown {
  exception_type: string
  message: string
  frames: Frame[]
}
interface Case extends Thrown {
  name: string
  platform: string
  stack: string
  causes?: Thrown[]
}

/** How Sentry's SDKs name what our platforms mean. */
const platforms: Record<string, string> = { web: 'javascript', dotnet: 'csharp', ios: 'cocoa', android: 'java' }
const folder = new URL('../../../../../../conformance/stacks/', import.meta.url)
const runtimes = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as { runtime: string; cases: Case[] })

const appId = 'com.example.shop'
const fingerprint = (event: EventWithFacts) => fingerprintOf(groupingOf(groupingInputOf(event)))

/** The error as an SDK that reads the runtime's own frames sends it: causes and outer calls first. */
function bySdk({ platform, exception_type, message, frames, causes = [] }: Case): EventWithFacts {
  const toException = (one: Thrown) => ({
    type: one.exception_type,
    value: one.message,
    stacktrace: { frames: one.frames.map((frame) => toSent(frame, platform)).toReversed() },
  })
  const event = {
    platform: platforms[platform] ?? platform,
    exception: { values: [{ exception_type, message, frames }, ...causes].map(toException).toReversed() },
  }
  return translateEvent(event, { appId, isForColumns: true })
}

function toSent({ function: name, module, file, line, column, in_app }: Frame, platform: string) {
  const place = { filename: file, abs_path: file, lineno: line, colno: column, in_app }
  // The SDK of PHP has no module.
  if (platform === 'php' && module !== undefined) return { ...place, function: `${module}::${name}` }
  return { ...place, function: name ?? '?', module }
}

it('most errors are one issue, whichever way they come', () => {
  const rows = runtimes.flatMap(({ runtime, cases }) =>
    cases
      .filter(({ frames }) => frames?.length > 0)
      .map((one) => {
        const { platform, exception_type, message, stack } = one
        const text = { exception_type, message, stack, platform, app_id: appId } as IngestEvent
        return { runtime, name: one.name, isOne: fingerprint({ event: text }) === fingerprint(bySdk(one)) }
      }),
  )
  const others = rows.filter(({ isOne }) => !isOne).map(({ runtime, name }) => `${runtime}: ${name}`)
  expect(rows.length).toBeGreaterThan(1000)
  expect(1 - others.length / rows.length, others.join('\n')).toBeGreaterThanOrEqual(0.99)
})
