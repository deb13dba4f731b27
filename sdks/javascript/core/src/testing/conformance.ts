import { readFileSync } from 'node:fs'
import { IngestEvent } from '@bugle/protocol'
import { Ajv } from 'ajv'
import { expect } from 'vitest'
import type { BugleEvent } from '../event.ts'

/** A case of conformance/events: a situation, and the parts of the event that every SDK must send. */
export interface Case {
  name: string
  /** See conformance/events/README.md for its form. */
  situation: Record<string, unknown>
  event: Record<string, unknown>
  absent?: string[]
  hidden?: string[]
  events?: number[]
}

const file = new URL('../../../../../conformance/events/situations.json', import.meta.url)
export const cases = JSON.parse(readFileSync(file, 'utf8')) as Case[]
const validate = new Ajv({ strict: false }).compile(IngestEvent)

/** Compares the events sent in a situation, in creation order, with the expected ones. */
export function expectAsDescribed(sent: BugleEvent[], { event, absent = [], hidden = [], events = [1] }: Case): void {
  expect(sent.map(({ repeat = 1 }) => repeat)).toEqual(events)
  for (const one of sent) {
    const readable = stacksAsText(one)
    for (const field of Object.keys(event))
      expect(readable[field as keyof BugleEvent]).toEqual(expectation(event[field]))
    for (const field of absent) expect(one).not.toHaveProperty(field)
    for (const word of hidden) expect(JSON.stringify(one)).not.toContain(word)
    expect(validate(one), JSON.stringify(validate.errors)).toBe(true)
  }
}

/** Writes stacks that are lists of frames as text, one line per frame. */
function stacksAsText(event: BugleEvent): BugleEvent {
  return JSON.parse(JSON.stringify(event), (name, value) =>
    name === 'stack' && Array.isArray(value) ? value.map((frame) => JSON.stringify(frame)).join('\n') : value,
  )
}

/** Turns `<text>` into a matcher for any text. */
function expectation(value: unknown): unknown {
  if (value === '<text>') return expect.stringMatching(/./s)
  if (Array.isArray(value)) return value.map(expectation)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, expectation(entry)]))
}
