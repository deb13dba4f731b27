import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Frame, parseStack } from './index.ts'

interface Expected {
  exception_type?: string
  message?: string
  frames: Frame[]
}
interface Case extends Expected {
  name: string
  platform: string
  stack: string
  causes?: Expected[]
}

const directory = join(import.meta.dirname, '../../../conformance/stacks')
const files = readdirSync(directory).filter((name) => name.endsWith('.json'))
const read = (file: string): Case[] => JSON.parse(readFileSync(join(directory, file), 'utf8')).cases

/** Sorts keys and removes the raw text, which the programs do not report. */
const plain = ({ function: name, module, file, line, column, native, async, eval: made, in_app }: Frame) =>
  JSON.stringify({ name, module, file, line, column, native, async, made, in_app })

/** The share of a runtime's stacks and frames that are parsed exactly as the runtime reported them. */
function score(cases: Case[]) {
  const misses: string[] = []
  let frames = 0
  let right = 0
  for (const one of cases) {
    const parsed = parseStack(one.stack, { platform: one.platform, message: one.message })
    const got = [parsed.frames, ...parsed.causes.map((cause) => cause.frames)].map((list) => list.map(plain))
    const want = [one.frames, ...(one.causes ?? []).map((cause) => cause.frames)].map((list) => list.map(plain))
    for (const [index, list] of want.entries()) {
      frames += list.length
      right += list.filter((frame, at) => got[index]?.[at] === frame).length
    }
    if (JSON.stringify(got) !== JSON.stringify(want)) misses.push(one.name)
  }
  return { stacks: cases.length, misses, frames, right }
}

describe('real stacks are parsed exactly', () => {
  let stacks = 0
  let missed = 0
  it.each(files)('%s', (file) => {
    const result = score(read(file))
    stacks += result.stacks
    missed += result.misses.length
    console.log(
      `${file}: ${result.stacks - result.misses.length} of ${result.stacks} stacks, ${result.right} of ${result.frames} frames`,
    )
    if (process.env.SHOW_MISSES) console.log(result.misses)
    expect(result.right / result.frames).toBeGreaterThanOrEqual(0.99)
    expect(1 - result.misses.length / result.stacks).toBeGreaterThanOrEqual(0.98)
  })

  it('has at least 200 stacks', () => {
    console.log(`all: ${stacks - missed} of ${stacks} stacks`)
    expect(stacks).toBeGreaterThanOrEqual(200)
  })
})
