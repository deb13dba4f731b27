import { expect, it } from 'vitest'
import { reportMessage } from './api.ts'
import type { BugleEvent, Level, Scalar } from './event.ts'
import type { Options } from './options.ts'
import { TestClient } from './testing/client.ts'
import { cases, expectAsDescribed } from './testing/conformance.ts'

interface DescribedError {
  type: string
  message: string
  causes?: DescribedError[]
  fields?: Record<string, unknown>
}

interface Situation {
  options?: Partial<Options>
  scope?: {
    user?: { id: string }
    tags?: Record<string, Scalar>
    contexts?: Record<string, Record<string, unknown>>
    extra?: Record<string, unknown>
    level?: Level
    fingerprint?: string[]
  }
  breadcrumbs?: { category: string; message: string; ts: number; data?: Record<string, unknown> }[]
  error?: DescribedError
  thrown?: unknown
  text?: string
  level?: Level
  mechanism?: { type: string; handled: boolean }
  times?: number
  screenshot_bytes?: number
}

it('has twenty situations', () => {
  expect(new Set(cases.map(({ name }) => name)).size).toBe(20)
})

it.each(cases)('sends $name as every SDK does', async (one) => {
  expectAsDescribed(await eventsOf(one.situation as Situation), one)
})

async function eventsOf({ options, scope = {}, breadcrumbs = [], ...given }: Situation): Promise<BugleEvent[]> {
  const test = new TestClient({ appId: 'com.example.shop', ...options })
  const current = test.client.scopes.current()
  const { user, tags = {}, contexts = {}, extra = {}, level, fingerprint } = scope
  if (user !== undefined) current.setUser(user)
  current.setTags(tags)
  for (const [name, facts] of Object.entries(contexts)) current.setContext(name, facts)
  for (const [name, value] of Object.entries(extra)) current.setExtra(name, value)
  current.level = level
  current.fingerprint = fingerprint
  for (const breadcrumb of breadcrumbs) test.client.addBreadcrumb(breadcrumb)
  for (let i = 0; i < (given.times ?? 1); i += 1) report(test, given)
  await test.client.flush()
  return test.events
}

function report({ client }: TestClient, { error, thrown, text, level, mechanism, screenshot_bytes }: Situation): void {
  if (text !== undefined) reportMessage(client, text, level)
  else
    client.captureException(error === undefined ? thrown : toError(error), {
      ...(mechanism === undefined ? {} : { mechanism }),
      ...(screenshot_bytes === undefined ? {} : { screenshot: 'x'.repeat(screenshot_bytes) }),
    })
}

const types: Record<string, ErrorConstructor> = { Error, RangeError, SyntaxError, TypeError }

function toError({ type, message, causes = [], fields = {} }: DescribedError): Error {
  const [first, ...others] = causes
  const cause = first && toError({ ...first, causes: others })
  return Object.assign(new types[type]!(message, cause && { cause }), fields)
}
