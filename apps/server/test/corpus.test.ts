import { type BuiltFrame, type BuiltProgram, readBundlers } from '@bugle/symbols/testing/built-programs'
import { afterAll, describe, expect, it } from 'vitest'
import { newReporter, type Reporter, until } from './reporter.ts'
import { startServer } from './start-server.ts'
import { type LocalFile, uploadInChunks } from './upload-chunks.ts'

// The builds of conformance/maps, uploaded and thrown from as customers do: through the server, frame by frame. Their
// runs without a bundler say what is right. In the long run; packages/symbols holds the same without a server.

const isLong = process.env.BUGLE_LONG === '1'
const server = await startServer({ digest: true })

interface Tally {
  confirmed: number
  named: number
}
const sums: Record<'with text' | 'without text', Tally> = {
  'with text': { confirmed: 0, named: 0 },
  'without text': { confirmed: 0, named: 0 },
}
afterAll(() => {
  for (const [group, { confirmed, named }] of Object.entries(sums))
    console.log(`${group}: ${named} of ${confirmed} functions, ${((named / confirmed) * 100).toFixed(1)} %`)
})

const addressOf = (name: string) => `https://shop.example/${name}`

/** Uploads the files of a build as the command line does: maps, and code whose map has no text. */
async function upload(app: Reporter, { files }: BuiltProgram): Promise<void> {
  const sent: LocalFile[] = files.flatMap(({ name, code, map }) => {
    const isInline = map === undefined
    const hasText = isInline || map.includes('"sourcesContent"')
    const ofMap = isInline ? [] : [{ name: `${name}.map`, text: map, url: `~/${name}` }]
    const ofCode = code !== undefined && (isInline || !hasText) ? [{ name, text: code, url: `~/${name}` }] : []
    return [...ofMap, ...ofCode]
  })
  await uploadInChunks(app, sent, { release: '1' })
}

/** A stack as V8 prints it, and Hermes for its bytecode. */
function stackOf(frames: BuiltFrame[], { files }: BuiltProgram): string {
  const lines = frames.map(({ function: name = '', file, line, column }) => {
    const { name: built, code } = files[file]!
    if (code === undefined)
      return `    at ${name || 'anonymous'} (address at ${addressOf(built)}:${line}:${column - 1})`
    const position = `${addressOf(built)}:${line}:${column}`
    return name === '' ? `    at ${position}` : `    at ${name} (${position})`
  })
  return ['Error: x', ...lines].join('\n')
}

/** The function alone: the engine puts the type of the receiver before it, the source has the class it is defined in. */
function ownName(name: string | undefined): string {
  if (name === undefined || name === '<module>' || name.endsWith('<anonymous>')) return 'no name'
  if (name.startsWith('new ')) return name
  return name.replace(/^get /, '').split('.').at(-1)!.replace(/^get /, '')
}

describe.skipIf(!isLong).each(readBundlers())('programs built by %s', (bundler, { cases }) => {
  it('are resolved to file, line and column, all of them, and to the function', async () => {
    const sum = sums[bundler.endsWith('without-text') ? 'without text' : 'with text']
    let confirmed = 0
    for (const built of cases) {
      const { program } = built
      const app = await newReporter(server)
      await upload(app, built)
      for (const frames of built.stacks) {
        const event = { platform: 'web', release: '1', stack: stackOf(frames, built) }
        const { event_id } = await app.report(event)
        const read = async () => (await app.readEvent(event_id)).exceptions[0]!.frames
        // An upload does not wait for the index of a map within the code.
        const found = await until(read, (all) => all.every((one) => one.symbolication?.reason?.code !== 'indexing'))
        expect(found.length).toBe(frames.length)
        for (const [index, { expected }] of frames.entries()) {
          if (expected === undefined) continue
          const original = found[index]!.symbolication!
          const { reason, file = reason?.sentence } = original
          const position = `${file?.split('/').at(-1)}:${original.line}:${original.column}`
          expect(`${program} ${position}`).toBe(`${program} ${expected.file}:${expected.line}:${expected.column}`)
          confirmed++
          if (ownName(original.function) === ownName(expected.function)) sum.named++
        }
      }
    }
    expect(confirmed).toBeGreaterThan(80)
    sum.confirmed += confirmed
  })
})

it.skipIf(!isLong)('names functions as their authors do', () => {
  expect(sums['with text'].named / sums['with text'].confirmed).toBeGreaterThanOrEqual(0.97)
  expect(sums['without text'].named / sums['without text'].confirmed).toBeGreaterThanOrEqual(0.9)
})
