import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeFunctions, encodeFunctions, type FunctionRange, findFunction, tableOf } from './function-table.ts'
import { parseFunctions } from './parse-functions.ts'

/** Names the function around `HERE` in a text. */
async function nameAt(text: string, path = 'a.js'): Promise<string | undefined> {
  const table = await parseFunctions(text, path)
  const before = text.slice(0, text.indexOf('HERE')).split('\n')
  return table && findFunction(table, before.length - 1, before.at(-1)!.length)?.name
}

describe('a function is named by', () => {
  const cases: [rule: string, text: string, name: string | undefined][] = [
    ['its declaration', 'function total() { HERE }', 'total'],
    ['its own name rather than its variable', 'const a = function total() { HERE }', 'total'],
    ['its variable', 'const total = () => HERE', 'total'],
    ['the variable of a condition', 'const total = a ? b : () => HERE', 'total'],
    ['the variable of a default', 'const total = a ?? function () { HERE }', 'total'],
    ['the variable of a list', 'const steps = [() => HERE]', 'steps'],
    ['a later assignment', 'let total\ntotal = () => HERE', 'total'],
    ['a default value', 'function f(total = () => HERE) {}', 'total'],
    ['a destructured default', 'const { total = () => HERE } = {}', 'total'],
    ['a property', 'call({ total: () => HERE })', 'total'],
    ['a method of an object', 'call({ total() { HERE } })', 'total'],
    ['a property of a named object', 'const cart = { total() { HERE } }', 'cart.total'],
    ['its innermost objects', 'const a = { b: { c: { total() { HERE } } } }', 'b.c.total'],
    ['its class', 'class Cart { total() { HERE } }', 'Cart.total'],
    ['the variable of its class', 'const Cart = class { total() { HERE } }', 'Cart.total'],
    ['a private name', 'class Cart { #total() { HERE } }', 'Cart.#total'],
    ['a getter', 'class Cart { get total() { HERE } }', 'Cart.total'],
    ['a static method', 'class Cart { static of() { HERE } }', 'Cart.of'],
    ['a field', 'class Cart { total = () => HERE }', 'Cart.total'],
    ['a constructor', 'class Cart { constructor() { HERE } }', 'new Cart'],
    ['a symbol', 'class Cart { *[Symbol.iterator]() { HERE } }', 'Cart.[Symbol.iterator]'],
    ['a quoted key', 'const a = { "b-c"() { HERE } }', 'a.b-c'],
    ['a computed key', 'const a = { ["b" + c]() { HERE } }', 'a.[…]'],
    ['the value of a field', 'class Cart { total = sum(HERE) }', 'Cart.<instance_members_initializer>'],
    ['a static block', 'class Cart { static { HERE } }', 'Cart.<static_initializer>'],
    ['a prototype', 'Cart.prototype.total = function () { HERE }', 'Cart.total'],
    ['exports', 'exports.total = () => HERE', 'total'],
    ['module.exports', 'module.exports = { total() { HERE } }', 'total'],
    ['a member of this', 'class Cart { constructor() { this.total = () => HERE } }', 'Cart.total'],
    ['a default export', 'export default function () { HERE }', 'default'],
    ['nothing, as an argument', 'const total = list.map(() => HERE)', '<anonymous>'],
    ['nothing, when returned', 'const total = () => () => HERE', '<anonymous>'],
    ['nothing, at the top', 'function total() {}\nHERE', undefined],
  ]

  it.each(cases)('%s', async (_, text, name) => {
    expect(await nameAt(text)).toBe(name)
  })
})

describe('a source is parsed', () => {
  const cases: [language: string, path: string, text: string][] = [
    ['TypeScript', 'a.ts', 'function total<T>(a: T, b = <U>a): asserts a is T { HERE }'],
    [
      'decorators',
      'a.ts',
      '@sealed class A { @log accessor a = 1; @log total(@arg() a: string) {} }\nfunction total() { HERE }',
    ],
    ['TSX', 'a.tsx?abc', 'const total = (): JSX.Element => <p>{HERE}</p>'],
    ['JSX in .js', 'a.js', 'function total() { return <p a={1}>{HERE}</p> }'],
    ['Flow in .js', 'a.js', '// @flow\nimport type { A } from "a"\nfunction total(a: ?A): %checks { HERE }'],
    ['Flow with types of objects', 'a.js', 'type A = {| +a: string |}\nfunction total(a: A): void { HERE }'],
    ['CommonJS with a return', 'a.cjs', 'if (a) return\nfunction total() { HERE }'],
    [
      'Vue',
      'a.vue',
      '<template><p/></template>\n<script setup lang="ts">\nconst total = (a: string) => HERE\n</script>',
    ],
    [
      'Vue with two scripts',
      'a.vue',
      '<script>\nlet a\n</script>\n<SCRIPT setup>\nconst total = () => HERE\n</SCRIPT>',
    ],
    ['Svelte', 'a.svelte', '<script>\nlet a\nfunction total() { HERE }\n</script>\n<p>{a}</p>'],
    ['Astro', 'a.astro', '---\nconst total = (a: string) => HERE\n---\n<p>{total}</p>'],
    ['an unknown ending', 'src/a', 'function total(a: string) { HERE }'],
  ]

  it.each(cases)('as %s', async (_, path, text) => {
    expect(await nameAt(text, path)).toBe('total')
  })

  it('with all its line ends', async () => {
    const table = await parseFunctions('a\r\nb\rc\u2028function total() {}', 'a.js')
    expect(table?.functions).toMatchObject([{ startLine: 3, startColumn: 0, endLine: 3, endColumn: 19 }])
  })

  it('a parser that gives up returns no functions, and throws nothing', async () => {
    const deep = ['[', '(', '!', 'a=>', 'a?b:', '`${', '{', 'a=', '(function(){', 'if(a);else ', 'a?(b):c=>']
    for (const text of ['function (', '# heading', '\0', ...deep.map((part) => part.repeat(20_000))]) {
      expect(await parseFunctions(text, 'a.tsx')).toBeUndefined()
    }
    expect(await parseFunctions(' '.repeat(5 * 1024 * 1024), 'a.js')).toBeUndefined()
  })

  it('in time that is linear in the elements of a component', async () => {
    for (const text of ['<script>', '<script', '---\n', '<script></script>']) {
      await parseFunctions(text.repeat(25_000), 'a.vue')
    }
  })

  it('without recursion of our own', async () => {
    const table = await parseFunctions(`a${'.b()'.repeat(1_500)}\nfunction total() {}`, 'a.js')
    expect(table?.functions.map(({ name }) => name)).toEqual(['total'])
  })
})

describe('a table of functions', () => {
  /** Ranges that nest, as a syntax tree has them. */
  const ranges = fc
    .array(fc.tuple(fc.nat(60), fc.nat(60), fc.string({ maxLength: 9 })), { maxLength: 30 })
    .map((all) => {
      const nested: FunctionRange[] = []
      for (const [one, other, name] of all) {
        const [start, end] = [Math.min(one, other), Math.max(one, other) + 1]
        const crosses = nested.some((range) => {
          const [from, to] = [offsetOf(range.startLine, range.startColumn), offsetOf(range.endLine, range.endColumn)]
          return start < to && from < end && !(start >= from && end <= to) && !(from >= start && to <= end)
        })
        if (!crosses) nested.push({ name: name.replaceAll('\0', '') || '<anonymous>', ...rangeOf(start, end) })
      }
      return nested.sort(byStart)
    })
  const width = 7
  const offsetOf = (line: number, column: number) => line * width + column
  const rangeOf = (start: number, end: number) => ({
    startLine: Math.floor(start / width),
    startColumn: start % width,
    endLine: Math.floor(end / width),
    endColumn: end % width,
  })
  const byStart = (one: FunctionRange, other: FunctionRange) =>
    offsetOf(one.startLine, one.startColumn) - offsetOf(other.startLine, other.startColumn) ||
    offsetOf(other.endLine, other.endColumn) - offsetOf(one.endLine, one.endColumn)

  it('finds the innermost function around every position', () => {
    fc.assert(
      fc.property(ranges, (functions) => {
        const table = tableOf(functions)
        for (let offset = 0; offset < 70; offset++) {
          const [line, column] = [Math.floor(offset / width), offset % width]
          const around = functions.filter(
            (one) =>
              offsetOf(one.startLine, one.startColumn) <= offset && offset < offsetOf(one.endLine, one.endColumn),
          )
          expect(findFunction(table, line, column)).toBe(around.at(-1))
        }
      }),
    )
  })

  it('is read as it was written', () => {
    fc.assert(
      fc.property(ranges, (functions) => {
        expect(decodeFunctions(encodeFunctions(tableOf(functions)))).toEqual(tableOf(functions))
      }),
    )
  })

  it('takes at most ten bytes a function', async () => {
    const text = Array.from(
      { length: 500 },
      (_, one) => `export function handle${one}(a) {\n  return a.map((b) => b.total${one})\n}\n`,
    )
    const table = (await parseFunctions(text.join('\n'), 'a.js'))!
    expect(table.functions).toHaveLength(1_000)
    expect(encodeFunctions(table).length).toBeLessThan(10_000)
  })
})
