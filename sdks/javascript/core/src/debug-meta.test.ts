import { afterEach, expect, it } from 'vitest'
import { debugMeta } from './debug-meta.ts'

const page = globalThis as { __bugleDebugIds?: unknown }

afterEach(() => {
  delete page.__bugleDebugIds
})

it.each([
  ['V8, in a page', 'Error\n    at https://x.io/assets/app.js:1:57', 'https://x.io/assets/app.js'],
  [
    'V8, in a function',
    'Error\n    at load (https://x.io/app.js:1:57)\n    at https://x.io/b.js:2:1',
    'https://x.io/app.js',
  ],
  ['V8, a file', 'Error\n    at Object.<anonymous> (/srv/app/main.cjs:1:57)', '/srv/app/main.cjs'],
  ['V8, a module', 'Error\n    at file:///srv/app/main.mjs:1:57', 'file:///srv/app/main.mjs'],
  ['SpiderMonkey', '@https://x.io/app.js:1:57\n', 'https://x.io/app.js'],
  ['JavaScriptCore', 'global code@https://x.io/app.js:1:57', 'https://x.io/app.js'],
])('names the file of a debug id by a stack of %s', (_, stack, file) => {
  page.__bugleDebugIds = { [stack]: 'id-1' }
  expect(debugMeta()).toEqual({ images: [{ type: 'sourcemap', code_file: file, debug_id: 'id-1' }] })
})

it.each([undefined, null, 7, {}, { 'no stack': 'id-1' }])('is nothing where nothing is known: %j', (registry) => {
  page.__bugleDebugIds = registry
  expect(debugMeta()).toBeUndefined()
})
