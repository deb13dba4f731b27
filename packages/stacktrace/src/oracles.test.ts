import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultStackParser } from '@sentry/browser'
import { parse } from 'stacktrace-parser'
import { expect, it } from 'vitest'
import { type Frame, parseStack } from './index.ts'

// Compares ours with two well-known parsers on the stacks of JavaScript engines. The others omit native calls, eval and
// async, so these are not compared, and all spellings of "no name" are equal. The test compares function, file, line and
// column of calls with a location.

interface Case {
  stack: string
  message: string
  platform: string
  frames: Frame[]
}
interface Call {
  name: string | null | undefined
  file: string | null | undefined
  line: number | null | undefined
  column: number | null | undefined
}

const engines = ['node', 'chromium', 'firefox', 'javascriptcore', 'hermes']
const parsers: Record<string, (one: Case) => Call[]> = {
  'this package': ({ stack, platform, message }) => located(parseStack(stack, { platform, message }).frames),
  '@sentry/browser': ({ stack }) =>
    defaultStackParser(stack)
      .toReversed()
      .map(({ function: name, filename, lineno, colno }) => ({ name, file: filename, line: lineno, column: colno })),
  'stacktrace-parser': ({ stack }) =>
    parse(stack).map(({ methodName, file, lineNumber, column }) => ({
      name: methodName,
      file,
      line: lineNumber,
      column,
    })),
}

const located = (frames: Frame[]) =>
  frames
    .filter((frame) => !frame.native && !frame.eval)
    .map(({ function: name, file, line, column }) => ({ name, file, line, column }))
const nameless = new Set(['?', '<unknown>', '<anonymous>', 'anonymous', '', null, undefined])

function toText(calls: Call[], isHermes: boolean): string {
  return calls
    .filter(({ file }) => file && !/^(?:<anonymous>|\[native code\]|native|index \d|address at native)/.test(file))
    .map(({ name, file, line, column }) => {
      const called = nameless.has(name) ? '' : name!.replace(/^async /, '')
      // The others do not convert the offsets of Hermes.
      return `${called} ${file} ${line} ${isHermes ? '' : column}`
    })
    .join('\n')
}

it('parses more JavaScript stacks correctly than the others', () => {
  const cases = engines.flatMap((engine): Case[] => {
    const path = join(import.meta.dirname, `../../../conformance/stacks/${engine}.json`)
    return JSON.parse(readFileSync(path, 'utf8')).cases.filter((one: Case) => !one.frames.some((frame) => frame.eval))
  })
  const right = Object.entries(parsers).map(([name, read]): [string, number] => {
    const exact = cases.filter((one) => {
      const isHermes = one.platform === 'android'
      return toText(read(one), isHermes) === toText(located(one.frames), isHermes)
    })
    console.log(`${name}: ${exact.length} of ${cases.length} JavaScript stacks`)
    return [name, exact.length]
  })
  expect(right[0]![1]).toBe(cases.length)
  expect(right.slice(1).every(([, count]) => count > 0 && count < cases.length)).toBe(true)
})
