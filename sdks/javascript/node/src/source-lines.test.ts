import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { BugleEvent } from '@bugle/core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sourceLines } from './source-lines.ts'

let directory: string

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'bugle-source-'))
})

afterAll(() => rmSync(directory, { recursive: true }))

const numbered = (count: number) => Array.from({ length: count }, (_, i) => `line ${i + 1}`).join('\n')

function fileOf(name: string, text = numbered(20)): string {
  const file = join(directory, name)
  writeFileSync(file, text)
  return file
}

const eventOf = (...frames: string[]) =>
  ({ stack: ['Error: x', ...frames.map((frame) => `    at ${frame}`)].join('\n') }) as BugleEvent

it('passes on an event that a hook made invalid', async () => {
  for (const spoilt of [{ stack: ['a'] }, { stack: 7 }, { exceptions: 'x' }, { exceptions: [null, { stack: {} }] }])
    expect(await contextsOf({ ...eventOf(), ...spoilt } as never, 'later')).toBeUndefined()
})

/**
 * Reads source contexts asynchronously, or synchronously as at the end of the program: the result is the same.
 *
 * @param times successive readings of the clock, which then stands still: reading has time limits, and the test machine
 * may pause for longer
 */
async function contextsOf(event: BugleEvent, how: 'later' | 'now', times: number[] = []) {
  const enrich = sourceLines(() => times.shift() ?? 0)
  const passedOn: BugleEvent[] = []
  enrich.add(event, (one) => passedOn.push(one))
  if (how === 'later') await enrich.settled()
  else enrich.settleNow()
  await enrich.settled()
  expect(passedOn).toEqual([event])
  return event.source_context
}

it.each(['later', 'now'] as const)('are five before and five after, as far as there are, read %s', async (how) => {
  const file = fileOf('app (shop).js')
  const url = pathToFileURL(fileOf('module.mjs')).href
  const event = eventOf(`handle (${file}:10:5)`, `async ${url}:1:2`, `new Cart (${file}:20:1)`)
  expect(await contextsOf(event, how)).toEqual([
    {
      file,
      line: 10,
      pre_context: ['line 5', 'line 6', 'line 7', 'line 8', 'line 9'],
      context_line: 'line 10',
      post_context: ['line 11', 'line 12', 'line 13', 'line 14', 'line 15'],
    },
    expect.objectContaining({ file: url, line: 1, pre_context: [], context_line: 'line 1' }),
    expect.objectContaining({ file, line: 20, context_line: 'line 20', post_context: [] }),
  ])
})

it.each(['later', 'now'] as const)('come from existing source files only, read %s', async (how) => {
  const event = eventOf(
    `x (${fileOf('secrets.txt')}:3:1)`,
    `x (${fileOf('.env')}:3:1)`,
    `x (${join(directory, 'node_modules/express/index.js')}:3:1)`,
    `x (${join(directory, 'missing.js')}:3:1)`,
    `x (${fileOf('short.js')}:300:1)`,
    `x (${fileOf('huge.js', 'x'.repeat(1_100_000))}:1:1)`,
    'x (node:internal/process:3:1)',
    'x (https://cdn.example/app.js:3:1)',
    `eval (eval at x (${fileOf('evals.js')}:3:1), <anonymous>:1:1)`,
  )
  expect(await contextsOf(event, how)).toBeUndefined()
})

it('hold no more than 50 locations and 300 characters of a line, and no token', async () => {
  const long = fileOf('long.js', `${`const token = "bgl_live_hidden" ${'x'.repeat(400)}\n`.repeat(100)}`)
  const contexts = await contextsOf(eventOf(...Array.from({ length: 80 }, (_, i) => `f (${long}:${i + 1}:1)`)), 'later')
  expect(contexts).toHaveLength(50)
  expect(JSON.stringify(contexts)).not.toContain('hidden')
  for (const { context_line } of contexts!) expect(context_line.length).toBeLessThanOrEqual(300)
})

it('are those that can be read in time; when the program ends, at least the innermost frame', async () => {
  const files = ['a.js', 'b.js', 'c.js'].map((name) => fileOf(`slow-${name}`))
  const readBy = async (times: number[], how: 'later' | 'now') => {
    const contexts = await contextsOf(eventOf(...files.map((file) => `f (${file}:1:1)`)), how, times)
    return contexts?.map(({ file }) => file)
  }
  expect(await readBy([0, 500, 501], 'later')).toEqual(files.slice(0, 2))
  expect(await readBy([0, 0, 201], 'now')).toEqual(files.slice(0, 1))
})
