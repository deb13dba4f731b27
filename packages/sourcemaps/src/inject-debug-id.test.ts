import { runInNewContext } from 'node:vm'
import { lookUp } from '@bugle/symbols'
import { build } from 'esbuild'
import { expect, it } from 'vitest'
import { openMap } from './check-build.ts'
import { registeringLine } from './debug-id.ts'
import { injectDebugId } from './inject-debug-id.ts'
import { insertLine, type SourceMapObject } from './source-map-text.ts'

const id = '85314830-023f-4cf1-a267-535f4e37bb17'
const other = '0f9b6c1e-5d3a-4a4e-9c39-7f2f0a5d8e21'
const map: SourceMapObject = { version: 3, sources: ['a.ts'], mappings: 'AAAA;AACA' }
const inject = (code: string, change: SourceMapObject = {}) =>
  injectDebugId({ name: 'app.js', code, map: { ...map, ...change } })

it('resolves every position to the same original as before', async () => {
  const source = `const used = (n) => { throw new RangeError('of ' + n) }\nexport const run = () => used(1)\nrun()`
  const { outputFiles } = await build({
    stdin: { contents: source, sourcefile: 'run.ts' },
    bundle: true,
    minify: true,
    sourcemap: 'external',
    write: false,
    outfile: 'out.js',
  })
  const [mapText, code] = outputFiles.map(({ text }) => text) as [string, string]
  const after = injectDebugId({ name: 'out.js', code, map: JSON.parse(mapText) })
  const [first, second] = await Promise.all([openMap(mapText), openMap(JSON.stringify(after.map))])
  if ('refused' in first || 'refused' in second) throw new Error('refused')
  expect(after.code.split('\n')[1]).toBe(code.split('\n')[0])
  for (let column = 1; column < code.length; column++)
    expect(await lookUp(second.index, { line: 2, column })).toEqual(await lookUp(first.index, { line: 1, column }))
})

it.each<[string, string, SourceMapObject]>([
  ['a script', 'n(1)', {}],
  ['a module with its comment', 'export const a=1\n//# sourceMappingURL=app.js.map\n', {}],
  ['a program', '#!/usr/bin/env node\nrun()\n', {}],
  ['strict code', '/*! license */"use strict";n(1)\n', {}],
  ['an id in the comment', `n(1)\n//# debugId=${id}\n//# sourceMappingURL=app.js.map\n`, { debugId: id }],
  ['two ids', `n(1)\n//# debugId=${id}\n`, { debugId: other, debug_id: other }],
  ['an id in the map', 'n(1)\n', { debug_id: id }],
  ['sections', 'n(1)\n', { sections: [{ offset: { line: 0, column: 0 }, map }] }],
  ['scopes', 'n(1)\n//# sourceMappingURL=app.js.map\n', { scopes: 'B' }],
  ['Windows line ends', '"use strict";\r\nn(1)\r\n//# sourceMappingURL=app.js.map\r\n', {}],
])('changes nothing the second time: %s', (_, code, change) => {
  const first = inject(code, change)
  expect(first.change).not.toBe('none')
  const second = injectDebugId({ name: 'app.js', code: first.code, map: first.map })
  expect(second).toEqual({ ...first, change: 'none' })
  expect(first.map).toMatchObject({ debugId: first.debugId, debug_id: first.debugId })
  expect(first.code.trimEnd().split(/\r?\n/).slice(-5)).toContain(`//# debugId=${first.debugId}`)
})

it('makes the same id for the same file, and another for other code', () => {
  expect(inject('n(1)').debugId).toBe(inject('n(1)', { mappings: 'AAAA' }).debugId)
  expect(inject('n(1)').debugId).not.toBe(inject('n(2)').debugId)
  expect(inject('n(1)').debugId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})

it.each([
  ['webpack and rolldown, in comment and map', `n(1)\n//# debugId=${id}\n`, { debugId: id }, 'adopted'],
  ['the map alone', 'n(1)\n', { debug_id: id.toUpperCase() }, 'adopted'],
  [
    'Sentry’s plugins',
    `!function(){try{var e=globalThis,n=(new e.Error).stack;n&&(e._sentryDebugIds=e._sentryDebugIds||{},e._sentryDebugIds[n]="${id}",e._sentryDebugIdIdentifier="sentry-dbid-${id}")}catch(e){}}();n(1)\n//# debugId=${other}\n`,
    {},
    'adopted',
  ],
])('takes over the id of %s', (_, code, change, expected) => {
  expect(inject(code, change)).toMatchObject({ debugId: id, change: expected })
})

it('adds no second registration where Sentry’s tools wrote one', () => {
  const code = `e._sentryDebugIds[n]="${id}";n(1)\n`
  expect(inject(code).code).toBe(`${code}//# debugId=${id}\n`)
})

it('takes no id from an SDK in the bundle, which only reads them', () => {
  const sdk = `const r=q(globalThis,"__bugleDebugIds");const s=q(globalThis,"_sentryDebugIds");n(1)\n`
  expect(inject(sdk).change).toBe('injected')
})

it.each([
  ['nothing', 'n(1)\n', '', 0],
  ['a hashbang', '#!/usr/bin/env node\nn(1)\n', '', 1],
  ['directives', '// text\n\n"use strict";\'use client\'\nn(1)\n', '"use strict";\'use client\';', 0],
])('inserts its line after %s', (_, code, directives, line) => {
  const { code: written, debugId } = inject(code)
  expect(written.split('\n')[line]).toBe(directives + registeringLine(debugId))
})

it('inserts its line at once before the comments of an unminified webpack build', () => {
  const comments = '/******/ // The require scope\n/******/ /* one */ \n'.repeat(20_000)
  const { code, debugId } = inject(`"use strict";\n${comments}n(1)\n`)
  expect(code.startsWith(`"use strict";${registeringLine(debugId)}\n"use strict";`)).toBe(true)
})

it.each([
  ['a script', '', 0],
  ['strict code', '"use strict";', 0],
])('registers the id by the stack of %s', (_, directive) => {
  const { code, debugId } = inject(`${directive}globalThis.isStrict=(function(){return this===undefined})()`)
  const page: Record<'__bugleDebugIds' | '_sentryDebugIds', Record<string, string> | undefined> & {
    isStrict?: boolean
  } = {
    __bugleDebugIds: undefined,
    _sentryDebugIds: undefined,
  }
  runInNewContext(code, page, { filename: 'https://shop.example/app.js' })
  const [[stack, id]] = Object.entries(page.__bugleDebugIds!) as [[string, string]]
  expect(id).toBe(debugId)
  expect(page._sentryDebugIds).toEqual(page.__bugleDebugIds)
  expect(stack.split('\n')[1]).toContain('https://shop.example/app.js:1:')
  expect(page.isStrict).toBe(directive !== '')
})

it.each<[string, SourceMapObject, number, SourceMapObject]>([
  ['the first line', { mappings: 'AAAA;AACA' }, 0, { mappings: ';AAAA;AACA' }],
  [
    'a later line',
    { mappings: 'AAAA;AACA', rangeMappings: 'B;B' },
    1,
    { mappings: 'AAAA;;AACA', rangeMappings: 'B;;B' },
  ],
  ['a line after the map', { mappings: 'AAAA' }, 3, { mappings: 'AAAA' }],
  [
    'sections',
    {
      sections: [
        { offset: { line: 0, column: 0 }, map: { mappings: 'AAAA;AACA' } },
        { offset: { line: 2, column: 7 }, map: { mappings: 'AAAA' } },
      ],
    },
    1,
    {
      sections: [
        { offset: { line: 0, column: 0 }, map: { mappings: 'AAAA;;AACA' } },
        { offset: { line: 3, column: 7 }, map: { mappings: 'AAAA' } },
      ],
    },
  ],
])('shifts the map for a line inserted at %s', (_, given, line, expected) => {
  expect(insertLine(given, line)).toEqual(expected)
})
