import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { notApart } from './apart-tests.mjs'

it('each file that does not run with accounts and events apart exists, and is named once', () => {
  const files = notApart.map((pattern) => pattern.replace('**/', 'apps/server/'))
  expect(files.filter((file) => !existsSync(new URL(`../${file}`, import.meta.url)))).toEqual([])
  expect(new Set(files).size).toBe(files.length)
})
