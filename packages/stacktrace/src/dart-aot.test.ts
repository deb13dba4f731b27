import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parseStack } from './index.ts'

interface Case {
  name: string
  stack: string
  frames: object[]
}

const file = new URL('../../../conformance/dart/aot.json', import.meta.url)
const cases = JSON.parse(readFileSync(file, 'utf8')) as Case[]

it.each(cases)('parses the compiled stack of $name', ({ stack, frames }) => {
  const parsed = parseStack(stack).frames.filter(({ raw }) => raw?.includes('asynchronous suspension') !== true)
  expect(parsed.map(({ raw: _, ...frame }) => frame)).toEqual(frames)
})
