import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultStackParser } from '@sentry/browser'
import * as errorStackParser from 'error-stack-parser-es'
import { parse } from 'stacktrace-parser'
import { expect, it } from 'vitest'
import { type Frame, parseStack } from './index.ts'

// conformance/stacks/wild/README.md describes the source and the labels of these stacks.

interface Wild {
  file: string
  name: string
  runtime: string
  form: string
  platform: string
  type: string | undefined
  message: string | undefined
  first: { name: string; file: string; line: string } | undefined
  own: string
  calls: number
  text: string
}

const directory = join(import.meta.dirname, '../../../conformance/stacks/wild')
const files = readdirSync(directory).filter((name) => name.endsWith('.txt'))
const cases = files.filter((file) => !file.startsWith('unseen')).flatMap(casesOf)

function casesOf(file: string): Wild[] {
  return readFileSync(join(directory, file), 'utf8')
    .split(/^=== /m)
    .slice(1)
    .map((entry) => toCase(file, entry))
}

function toCase(file: string, entry: string): Wild {
  const split = entry.indexOf('\n---\n')
  const [head = '', ...fields] = entry.slice(0, split).split('\n')
  const [name = '', runtime = '', form = '', platform = ''] = head.split(' | ')
  const field = (key: string) =>
    fields
      .find((line) => line.startsWith(`${key}:`))
      ?.slice(key.length + 1)
      .trim()
  const parts = field('first')
    ?.split('|')
    .map((part) => part.trim())
  const own = field('own') ?? ''
  return {
    file,
    name,
    runtime,
    form,
    platform,
    own,
    type: field('type'),
    message: field('message')?.replaceAll('\\n', '\n'),
    first: parts === undefined ? undefined : { name: parts[0]!, file: parts[1]!, line: parts[2]! },
    calls: Number(field('calls') ?? own.length),
    text: entry.slice(split + 5).replace(/\n$/, ''),
  }
}

const share = (right: number, all: number) =>
  `${right} of ${all} (${all === 0 ? '-' : ((100 * right) / all).toFixed(0)} %)`

/** Joins class and method, as the labels do. */
function isFirst({ first }: Wild, frame: Frame | undefined): boolean {
  if (first === undefined) return frame === undefined
  if (frame === undefined) return false
  const { function: name = '', module, file = '', line } = frame
  const names = [name, `${module}.${name}`, `${module}#${name}`]
  return names.includes(first.name) && file === first.file && String(line ?? '') === first.line
}

const parsedTexts = new Map<Wild, ReturnType<typeof parseStack>>()

/** Parses a text once, however many sums count it. */
function parsedOf(one: Wild) {
  const known = parsedTexts.get(one) ?? parseStack(one.text, { platform: one.platform })
  parsedTexts.set(one, known)
  return known
}

function score(wild: Wild[]) {
  const sum = {
    stacks: wild.length,
    first: 0,
    found: 0,
    invented: 0,
    calls: 0,
    types: [0, 0],
    messages: [0, 0],
    own: [0, 0],
  }
  const misses: string[] = []
  for (const one of wild) {
    const parsed = parsedOf(one)
    const count = parsed.frames.length + parsed.causes.reduce((all, cause) => all + cause.frames.length, 0)
    sum.calls += one.calls
    sum.found += Math.min(count, one.calls)
    sum.invented += Math.max(0, count - one.calls)
    const isRight = isFirst(one, parsed.frames[0])
    if (isRight) sum.first++
    const marks = parsed.frames.map((frame) => (frame.in_app ? '+' : '-'))
    const right = [...one.own].filter((mark, at) => marks[at] === mark).length
    sum.own[0]! += right
    sum.own[1]! += one.own.length
    const wrong = [isRight ? '' : `first ${JSON.stringify({ ...parsed.frames[0], raw: undefined })}`]
    if (count !== one.calls) wrong.push(`${count} calls for ${one.calls}`)
    if (right !== one.own.length) wrong.push(`own ${marks.join('')} for ${one.own}`)
    for (const [key, got] of [
      ['types', parsed.exception_type],
      ['messages', parsed.message],
    ] as const) {
      const want = key === 'types' ? one.type : one.message
      if (want === undefined) continue
      sum[key][1]!++
      if ((got ?? '-') === want) sum[key][0]!++
      else wrong.push(`${key} ${JSON.stringify(got)}`)
    }
    if (wrong.some(Boolean)) misses.push(`${one.name}: ${wrong.filter(Boolean).join('; ')}`)
  }
  return { ...sum, misses }
}

function print(what: string, wild: Wild[]) {
  const sum = score(wild)
  console.log(
    [
      `${what}: first frame ${share(sum.first, sum.stacks)}`,
      `calls ${share(sum.found, sum.calls)}, invented ${sum.invented}`,
      `type ${share(sum.types[0]!, sum.types[1]!)}`,
      `message ${share(sum.messages[0]!, sum.messages[1]!)}`,
      `in_app ${share(sum.own[0]!, sum.own[1]!)}`,
    ].join('; '),
  )
  return sum
}

const heldOutFiles = [...new Set(cases.map(({ file }) => file))].filter((file) => file.startsWith('held-out'))

/** Texts that were labelled before the parser was tried on them, of every runtime but the native ones. */
it.each(heldOutFiles)('parses the texts of %s', (name) => {
  const heldOut = cases.filter(({ file }) => file === name)
  const sum = print(`held out: ${name}`, heldOut)
  if (process.env.SHOW_MISSES) console.log(sum.misses.join('\n'))
  expect(heldOut.length).toBeGreaterThanOrEqual(60)
  expect(sum.first / sum.stacks).toBeGreaterThanOrEqual(0.9)
  expect(sum.types[0]! / sum.types[1]!).toBeGreaterThanOrEqual(0.96)
  expect(sum.messages[0]! / sum.messages[1]!).toBeGreaterThanOrEqual(0.92)
  expect(sum.found / sum.calls).toBeGreaterThanOrEqual(0.9)
})

/** Texts that the parser has not been fixed on: their figures say what to expect of the next one. They may only rise. */
it('parses unseen texts as well as at first sight', () => {
  const sum = print('unseen', casesOf('unseen-9.txt'))
  if (process.env.SHOW_MISSES) console.log(sum.misses.join('\n'))
  expect(sum.first).toBeGreaterThanOrEqual(52)
  expect(sum.types[0]).toBeGreaterThanOrEqual(54)
  expect(sum.messages[0]).toBeGreaterThanOrEqual(46)
  expect(sum.found).toBeGreaterThanOrEqual(109)
})

/** One text of every family of layouts, each of which is parsed without a flaw. */
it.each(cases.filter(({ file }) => file.startsWith('families')))('parses $name', (one) => {
  expect(score([one]).misses).toEqual([])
})

const targets = {
  clean: { first: 95, calls: 96 },
  prefixed: { first: 80, calls: 85 },
  console: { first: 70, calls: 70 },
}

it('parses stacks as people paste them', () => {
  for (const runtime of new Set(cases.map((one) => one.runtime))) {
    const family = cases.filter((one) => one.runtime === runtime)
    print(runtime, family)
    for (const form of Object.keys(targets)) {
      const some = family.filter((one) => one.form === form)
      if (some.length > 0) print(`  ${runtime}, ${form}`, some)
    }
  }
  const all = print('all', cases)
  if (process.env.SHOW_MISSES) console.log(all.misses.join('\n'))
  for (const [form, target] of Object.entries(targets)) {
    const some = cases.filter((one) => one.form === form)
    const sum = print(`${form}, wanted ${target.first} % of first frames and ${target.calls} % of calls`, some)
    expect(100 * (sum.first / sum.stacks), form).toBeGreaterThanOrEqual(target.first)
    expect(100 * (sum.found / sum.calls), form).toBeGreaterThanOrEqual(target.calls)
  }
  expect(all.types[0]! / all.types[1]!).toBeGreaterThanOrEqual(0.97)
  expect(all.messages[0]! / all.messages[1]!).toBeGreaterThanOrEqual(0.93)
  expect(all.own[0]! / all.own[1]!).toBeGreaterThanOrEqual(0.95)
})

it('parses more JavaScript stacks than the others', () => {
  const wild = cases.filter(
    ({ runtime, first }) => ['node', 'v8', 'javascriptcore', 'spidermonkey', 'hermes'].includes(runtime) && first,
  )
  const bare = (name: string | null | undefined) =>
    !name || /^(?:\?|<unknown>|<anonymous>)$/.test(name) ? '' : name.replace(/^async /, '')
  const readers: Record<string, (text: string, platform: string) => (string | number | null | undefined)[]> = {
    'this package': (text, platform) => {
      const [frame] = parseStack(text, { platform }).frames
      return [bare(frame?.function), frame?.file ?? '', frame?.line]
    },
    '@sentry/browser': (text) => {
      const frame = defaultStackParser(text).at(-1)
      return [bare(frame?.function), frame?.filename ?? '', frame?.lineno]
    },
    'stacktrace-parser': (text) => {
      const [frame] = parse(text)
      return [bare(frame?.methodName), frame?.file ?? '', frame?.lineNumber]
    },
    'error-stack-parser-es': (text) => {
      const [frame] = errorStackParser.parse({ name: '', message: '', stack: text }, { allowEmpty: true })
      return [bare(frame?.functionName), frame?.fileName ?? '', frame?.lineNumber]
    },
  }
  const right = Object.entries(readers).map(([name, read]) => {
    const count = wild.filter((one) => {
      const { name: called, file, line } = one.first!
      return (
        read(one.text, one.platform)
          .map((part) => String(part ?? ''))
          .join('|') === [bare(called), file, line].join('|')
      )
    }).length
    console.log(`${name}: first frame ${share(count, wild.length)} of the JavaScript stacks`)
    return count
  })
  expect(right[0]).toBeGreaterThan(Math.max(...right.slice(1)))
})
