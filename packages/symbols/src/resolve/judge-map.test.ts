import { expect, it } from 'vitest'
import { type GeneratedFile, type GeneratedFrame, judgeMap, priorOdds, resolveStack } from '../index.ts'
import { type BuiltFrame, openBuilt, readBundler } from '../testing/built-programs.ts'
import type { Fit } from './judge-map.ts'

/** Judges the map of a file by a stack that the program printed, `lines` lines further down than it printed it. */
async function judge(
  stack: BuiltFrame[],
  number: number,
  file: GeneratedFile,
  { lines = 0, prior = priorOdds.url as number, isExact = true } = {},
) {
  const frames = stack.map(
    ({ expected: _, ...frame }): GeneratedFrame => ({
      ...frame,
      file: String(frame.file),
      line: frame.line + lines,
      isExact,
    }),
  )
  const resolved = await resolveStack(frames, async (frame) =>
    frame.file === String(number) ? file : { code: 'no_map', tried: [] },
  )
  const calls = frames.map((frame, index) => ({ frame, resolved: resolved[index]! }))
  return judgeMap([calls], String(number), prior).fit
}

const programs = new Map<string, ReturnType<typeof openPrograms>>()

/** The programs of a bundler, opened once for all tests. */
function programsOf(bundler: string) {
  const known = programs.get(bundler) ?? openPrograms(bundler)
  programs.set(bundler, known)
  return known
}

function openPrograms(bundler: string) {
  return Promise.all(
    readBundler(bundler).cases.map(async ({ files, stacks }) => ({
      stacks,
      lines: files.map(({ code = '' }) => code.split('\n')),
      map: await openBuilt(files[0]!),
    })),
  )
}

const count = () => ({ fits: 0, unsure: 0, other_build: 0 }) satisfies Record<Fit, number>

/** Judges each map by the stacks of its own program, of the next program, and of its own a line further down. */
async function judgeAll(bundler: string) {
  const found = { own: count(), next: count(), copy: count() }
  const all = await programsOf(bundler)
  for (const [index, { stacks, map }] of all.entries())
    for (const stack of stacks) {
      const isNotInjected = priorOdds.url + priorOdds.isNotInjected
      found.own[await judge(stack, 0, map)]++
      found.next[await judge(stack, 0, all[(index + 1) % all.length]!.map)]++
      found.copy[await judge(stack, 0, map, { lines: 1, prior: isNotInjected })]++
    }
  return found
}

it.each(['esbuild', 'rollup-terser', 'webpack', 'rspack', 'vite', 'metro-hermes'])(
  'the maps of %s are known by the stacks of their files',
  async (bundler) => {
    const { own, next, copy } = await judgeAll(bundler)
    const all = own.fits + own.unsure + own.other_build
    // Awaited calls are a tenth of the programs' frames, and these stacks do not say which they are.
    expect(own.other_build).toBeLessThanOrEqual(1)
    expect(own.fits / all).toBeGreaterThanOrEqual(0.85)
    // Programs of one folder begin alike.
    expect(next.fits / all).toBeLessThanOrEqual(0.25)
    expect(copy.fits / all).toBeLessThanOrEqual(0.03)
    expect(copy.other_build / all).toBeGreaterThanOrEqual(0.95)
  },
)

it('a stack of one frame decides nothing against a map that release and address name', async () => {
  const [{ stacks, map }] = (await programsOf('esbuild')) as [Awaited<ReturnType<typeof openPrograms>>[0]]
  const [frame] = stacks[0]!
  expect(await judge([frame!], 0, map)).toBe('fits')
  expect(await judge([{ ...frame!, column: frame!.column + 1 }], 0, map)).toBe('unsure')
})

it('a map of lines alone is unsure, whatever the stack says', async () => {
  const code = "function pay() {\n  throw new Error('paid')\n}\npay()\n"
  const map = JSON.stringify({ version: 3, sources: ['a.ts'], names: [], mappings: 'AAAA;AACA;AACA;AACA' })
  const file = await openBuilt({ name: 'a.js', code, map })
  const stack = [
    { function: 'pay', file: 0, line: 2, column: 9 },
    { file: 0, line: 4, column: 1 },
  ]
  expect(await judge(stack, 0, file)).toBe('unsure')
})

/** Moves the columns of V8 to where another engine has them: to the start of the whole callee, or behind it. */
const moves = {
  spidermonkey: (line: string, column: number) => column - /[\w$.]*$/.exec(line.slice(0, column - 1))![0].length,
  javascriptcore: (line: string, column: number) =>
    column + /^(?:new )?[\w$.]*/.exec(line.slice(column - 1))![0].length,
}

/** Judges each map by the stacks of its own program and of the next program, as another engine prints them. */
async function judgeMoved(bundler: string, engine: keyof typeof moves) {
  const found = { own: count(), next: count() }
  const all = await programsOf(bundler)
  for (const [index, { stacks, lines, map }] of all.entries())
    for (const stack of stacks) {
      const moved = stack.map((frame) => {
        const line = lines[frame.file]?.[frame.line - 1]
        return line === undefined ? frame : { ...frame, column: moves[engine](line, frame.column) }
      })
      found.own[await judge(moved, 0, map, { isExact: false })]++
      found.next[await judge(moved, 0, all[(index + 1) % all.length]!.map, { isExact: false })]++
    }
  return found
}

const minified = ['esbuild', 'rollup-terser', 'webpack', 'rspack', 'vite']

it.each(minified.flatMap((bundler) => [[bundler, 'spidermonkey'] as const, [bundler, 'javascriptcore'] as const]))(
  'a map of %s that is of another build is doubted in the stacks of %s',
  async (bundler, engine) => {
    const { own, next } = await judgeMoved(bundler, engine)
    const all = own.fits + own.unsure
    expect(own.other_build + next.other_build).toBe(0)
    expect(next.fits / all).toBeLessThanOrEqual(0.32)
    // A position behind the callee leads to the mapping of an argument in some maps, whose text names no call.
    expect(own.fits / all).toBeGreaterThanOrEqual(bundler === 'rspack' ? 0.4 : 0.8)
  },
)
