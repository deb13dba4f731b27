import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type JvmFrame, openMappingIndex, restoreNames, retraceStack } from '../index.ts'
import { buildDebugPages, buildIndexFile } from '../testing/open-debug-file.ts'

interface Case {
  name: string
  mapping: string
  stacks: { stack: string; retraced: string }[]
}

const file = new URL('../../../../conformance/debug-files/proguard.json', import.meta.url)
const { cases } = JSON.parse(readFileSync(file, 'utf8')) as { cases: Case[] }
const call = /^\s+at ([\w$.]+)\.([\w$<>]+)\(([^:)]*)(?::(\d+))?\)/

const framesOf = (stack: string): JvmFrame[] =>
  stack.split('\n').flatMap((line) => {
    const [, className = '', method = '', source = '', number] = call.exec(line) ?? []
    return className === '' ? [] : [{ className, method, file: source, line: number ? Number(number) : undefined }]
  })
const open = async (mapping: string) => openMappingIndex(await buildIndexFile('jvm_mapping', mapping))
const printed = ({ className, method, line }: { className: string; method: string; line?: number | undefined }) =>
  `${className}.${method}${line === undefined ? '' : `:${line}`}`

/** The calls that retrace prints for a frame: those that were inlined, or all that fit, without saying which. */
const retracedCalls = (line: string): string[] => {
  const { className = '' } = framesOf(line)[0] ?? {}
  return [...line.matchAll(/(?:at ([\w$.]+)\.)?([\w$<>]+)\([^:)]*(?::(\d+))?\)/g)].map(([, owner, method, number]) =>
    printed({ className: owner ?? className, method: method!, line: number ? Number(number) : undefined }),
  )
}

describe.each(cases)('a build of ProGuard with $name', ({ mapping, stacks }) => {
  it.each(stacks)('is retraced as R8 itself does: $stack', async ({ stack, retraced }) => {
    const found = await retraceStack(await open(mapping), framesOf(stack))
    const lines = retraced.split('\n').filter((line) => call.test(line))
    expect(found).toHaveLength(lines.length)
    for (const [number, line] of lines.entries()) {
      const { calls, ambiguous } = found[number]!
      const expected = retracedCalls(line)
      if (ambiguous === undefined) expect(calls.map(printed)).toEqual(expected)
      else {
        expect(calls.map(printed)).toEqual(expected.slice(0, 1))
        expect(ambiguous).toEqual(expected.map((one) => one.replace(/:\d+$/, '')))
      }
      const [{ file: source } = { file: '' }] = framesOf(line)
      if (source !== 'Unknown Source') expect(calls[0]!.file).toBe(source)
    }
  })
})

const r8 = `# compiler: R8
# compiler_version: 8.9.35
# pg_map_id: 7e1f0ac2b6d94d0f
# {"id":"com.android.tools.r8.mapping","version":"2.2"}
shop.Cart -> a.a:
# {"id":"sourceFile","fileName":"Cart.kt"}
    int total -> a
    1:1:int shop.Price.of(int):7:7 -> a
    1:1:int sum():20 -> a
    2:4:int sum():21:23 -> a
    5:5:void shop.Guard.notNull(java.lang.Object):9:9 -> a
    5:5:void pay():30 -> a
      # {"id":"com.android.tools.r8.rewriteFrame","conditions":["throws(Ljava/lang/NullPointerException;)"],"actions":["removeInnerFrames(1)"]}
    1:1:void caller():40:40 -> b
      # {"id":"com.android.tools.r8.outlineCallsite","positions":{"1":8,"2":9},"outline":"La/c;a()V"}
    8:8:void caller():42:42 -> b
    9:9:void caller():43:43 -> b
    1:1:void lambda$open$0():50:50 -> c
    1:1:void open():0:0 -> c
      # {"id":"com.android.tools.r8.synthesized"}
    void log(java.lang.String) -> d
    void log(int) -> d
    void trace() -> d
shop.Price -> a.b:
# {"id":"sourceFile","fileName":"Prices.kt"}
shop.Outline -> a.c:
# {"id":"sourceFile","fileName":"R8$$SyntheticClass"}
# {"id":"com.android.tools.r8.synthesized"}
    1:2:void outline():0:0 -> a
      # {"id":"com.android.tools.r8.outline"}
shop.UtilsKt -> a.d:
    1:1:void run():3:3 -> a
`

describe('a mapping of R8', () => {
  const retrace = async (frames: JvmFrame[], thrown?: string) => {
    const found = await retraceStack(await open(r8), frames, thrown)
    return found.map((one) =>
      one?.calls.map(({ className, method, file: source, line }) => [className, method, source, line]),
    )
  }
  const at = (className: string, method: string, line?: number): JvmFrame => ({ className, method, line })

  it('makes several calls of a frame, each in the file of its own class', async () => {
    expect(await retrace([at('a.a', 'a', 1), at('a.a', 'a', 3), at('java.lang.Thread', 'run', 1)])).toEqual([
      [
        ['shop.Price', 'of', 'Prices.kt', 7],
        ['shop.Cart', 'sum', 'Cart.kt', 20],
      ],
      [['shop.Cart', 'sum', 'Cart.kt', 22]],
      undefined,
    ])
  })

  it('leaves out the check that threw, for the exception that it says and in the innermost frame', async () => {
    const guard = ['shop.Guard', 'notNull', 'Guard.java', 9]
    const pay = ['shop.Cart', 'pay', 'Cart.kt', 30]
    const thrown = 'java.lang.NullPointerException'
    expect(await retrace([at('a.a', 'a', 5), at('a.a', 'a', 5)], thrown)).toEqual([[pay], [guard, pay]])
    expect(await retrace([at('a.a', 'a', 5)], 'java.lang.Error')).toEqual([[guard, pay]])
  })

  it('finds the line of a call whose code was outlined', async () => {
    const found = await retrace([at('a.c', 'a', 2), at('a.a', 'b', 1)])
    expect(found[1]).toEqual([['shop.Cart', 'caller', 'Cart.kt', 43]])
  })

  it('leaves out what the compiler made', async () => {
    expect(await retrace([at('a.a', 'c', 1)])).toEqual([[['shop.Cart', 'lambda$open$0', 'Cart.kt', 50]]])
  })

  it('names all methods where none is certain, and the file of Kotlin functions', async () => {
    const [found, alone] = await retraceStack(await open(r8), [at('a.a', 'd'), at('a.d', 'a', 1)])
    expect(found!.ambiguous).toEqual(['shop.Cart.log', 'shop.Cart.trace'])
    expect(alone!.calls[0]!.file).toBe('Utils.kt')
  })

  it('has the id of the build, and the one that tools make of its content', async () => {
    const { summary } = await buildDebugPages('jvm_mapping', r8)
    expect(summary.buildId).toBe('7e1f0ac2b6d94d0f')
    expect(summary.debugId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })

  it('restores the names of classes in a message, and no words', async () => {
    const index = await open(r8)
    expect(await restoreNames(index, 'a.a cannot be cast to a.b, a java.lang.Object')).toBe(
      'shop.Cart cannot be cast to shop.Price, a java.lang.Object',
    )
  })
})

it('finds each of many classes, and says which files are no mappings', async () => {
  const many = Array.from(
    { length: 5000 },
    (_, n) => `shop.Class${n} -> c${n}:\n    ${n + 1}:${n + 1}:void m():7:7 -> a\n`,
  )
  const index = await open(many.join(''))
  for (const number of [0, 1, 2499, 4999]) {
    const [found] = await retraceStack(index, [{ className: `c${number}`, method: 'a', line: number + 1 }])
    expect(found!.calls).toMatchObject([{ className: `shop.Class${number}`, line: 7 }])
  }
  for (const broken of ['', '# only a comment\n', 'hello\n', '    void a() -> b\n', 'a.B -> c:\n    nonsense\n'])
    await expect(buildDebugPages('jvm_mapping', broken)).rejects.toMatchObject({ refused: { code: 'map_broken' } })
})
