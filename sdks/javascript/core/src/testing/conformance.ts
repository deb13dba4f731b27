import { readFileSync } from 'node:fs'
import { IngestEvent } from '@bugle/protocol'
import { Ajv } from 'ajv'
import { expect } from 'vitest'
import type { BugleEvent } from '../event.ts'

/** A situation of conformance/events, and what of the event every client must send then. */
export interface Case {
  name: string
  /** Whoever makes it knows its form: conformance/events/README.md. */
  situation: Record<string, unknown>
  event: Record<string, unknown>
  absent?: string[]
  hidden?: string[]
  events?: number[]
}

const file = new URL('../../../../../conformance/events/situations.json', import.meta.url)
export const cases = JSON.parse(readFileSync(file, 'utf8')) as Case[]
const validate = new Ajv({ strict: false }).compile(IngestEvent)

/** Holds what was sent in a situation, in the order of being made, to what is described. */
export function expectAsDescribed(sent: BugleEvent[], { event, absent = [], hidden = [], events = [1] }: Case): void {
  expect(sent.map(({ repeat = 1 }) => repeat)).toEqual(events)
  for (const one of sent) {
    for (const field of Object.keys(event)) expect(one[field as keyof BugleEvent]).toEqual(expectation(event[field]))
    for (const field of absent) expect(one).not.toHaveProperty(field)
    for (const word of hidden) expect(JSON.stringify(one)).not.toContain(word)
    expect(validate(one), JSON.stringify(validate.errors)).toBe(true)
  }
}

/** `<text>` stands for any text. */
function expectation(value: unknown): unknown {
  if (value === '<text>') return expect.stringMatching(/./s)
  if (Array.isArray(value)) return value.map(expectation)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, expectation(entry)]))
}
