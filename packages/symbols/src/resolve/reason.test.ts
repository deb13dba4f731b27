import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { reasonCodes } from '../index.ts'

const page = readFileSync(new URL('../../../../docs/stack-still-minified.md', import.meta.url), 'utf8')

it('documents every reason code in a section of its own, and no others', () => {
  const sections = [...page.matchAll(/^## (\w+)$/gm)].map(([, code]) => code)
  expect(sections.toSorted()).toEqual(reasonCodes.toSorted())
})
