import { readFileSync } from 'node:fs'
import { IngestEvent } from '@bugle/protocol'
import { Ajv } from 'ajv'
import { expect, it } from 'vitest'
import type { BugleEvent, Level, Scalar } from './event.ts'
import type { Options } from './options.ts'
import { TestClient } from './testing/client.ts'

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

interface Case {
  name: string
  situation: Situation
  event: Record<string, unknown>
  absent?: string[]
  hidden?: string[]
  events?: number[]
}

const file = new URL('../../../../conformance/events/situations.json', import.meta.url)
const cases = JSON.parse(readFileSync(file, 'utf8')) as Case[]
const validate = new Ajv({ strict: false }).compile(IngestEvent)

it('has twenty situations', () => {
  expect(new Set(cases.map(({ name }) => name)).size).toBe(20)
})

it.each(cases)(
  'sends $name as every client does',
  async ({ situation, event, absent = [], hidden = [], events = [1] }) => {
    const sent = await eventsOf(situation)
    expect(sent.map(({ repeat = 1 }) => repeat)).toEqual(events)
    for (const one of sent) {
      for (const field of Object.keys(event)) expect(one[field as keyof BugleEvent]).toEqual(expectation(event[field]))
      for (const field of absent) expect(one).not.toHaveProperty(field)
      for (const word of hidden) expect(JSON.stringify(one)).not.toContain(word)
      expect(validate(one), JSON.stringify(validate.errors)).toBe(true)
    }
  },
)

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
  if (text !== undefined) client.captureMessage(text, level)
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

/** `<text>` stands for any text. */
function expectation(value: unknown): unknown {
  if (value === '<text>') return expect.stringMatching(/./s)
  if (Array.isArray(value)) return value.map(expectation)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, expectation(entry)]))
}
