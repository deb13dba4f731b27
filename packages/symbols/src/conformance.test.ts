import { describe, expect, it } from 'vitest'
import { type GeneratedFrame, resolveStack } from './index.ts'
import { type Bundler, openBuilt, readBundlers } from './testing/built-programs.ts'

/**
 * Share of functions that must be named right: the level reached. V8 guesses the rest from the code in front of the
 * function (`Widget.broken` for an arrow function in a list), or calls it by the object it hangs on at run time
 * (`Timeout._onTimeout`). Without text, the names that a minifier drops are lost.
 */
const withText = 0.977
const levels: Record<string, number> = {
  'esbuild-without-text': 0.92,
  'metro-hermes-without-text': 0.91,
  'rollup-terser-without-text': 0.87,
}

/** Resolves the confirmed frames of a bundler. */
async function resolveAll({ cases }: Bundler) {
  const all = []
  for (const { program, files, stacks } of cases) {
    const opened = await Promise.all(files.map(openBuilt))
    const isBytecode = files[0]!.code === undefined
    for (const stack of stacks) {
      const frames = stack.map((frame) => ({ ...frame, file: String(frame.file), isBytecode }))
      const resolved = await resolveStack(frames, async ({ file }: GeneratedFrame) => opened[Number(file)]!)
      all.push(...stack.map((frame, number) => ({ program, frame, resolved: resolved[number]! })))
    }
  }
  return all.filter(({ frame }) => frame.expected !== undefined)
}

/** The function alone: the engine puts the type of the receiver before it, the source has the class it is defined in. */
function ownName(name: string | undefined): string {
  if (name === undefined || name === '<module>' || name.endsWith('<anonymous>')) return 'no name'
  if (name.startsWith('new ')) return name
  return name.replace(/^get /, '').split('.').at(-1)!.replace(/^get /, '')
}

describe.each(readBundlers())('%s', async (name, bundler) => {
  const all = await resolveAll(bundler)

  it('leads every confirmed frame to its file, line and column', async () => {
    for (const { program, frame, resolved } of all) {
      const { file, line, column } = resolved as typeof frame.expected & object
      const short = file?.split('/').at(-1)
      expect([program, short, line, column]).toEqual([
        program,
        frame.expected!.file,
        frame.expected!.line,
        frame.expected!.column,
      ])
    }
  })

  it('names functions as their authors do', async () => {
    const wrong = all.filter(
      ({ frame, resolved }) =>
        ownName((resolved as { function?: string }).function) !== ownName(frame.expected!.function),
    )
    const right = all.length - wrong.length
    console.log(`${name}: ${right} of ${all.length} functions, ${((right / all.length) * 100).toFixed(1)} %`)
    expect(right / all.length).toBeGreaterThanOrEqual(levels[name] ?? withText)
  })
})
