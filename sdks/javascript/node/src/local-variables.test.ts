import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const source = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** A process of its own: a debugger belongs to a process, and Vitest's may have one. */
function run(code: string): { variables?: Record<string, Record<string, string>>; lines: string[] } {
  const directory = mkdtempSync(join(tmpdir(), 'bugle-variables-'))
  try {
    const program = join(directory, 'program.mts')
    writeFileSync(
      program,
      `import { createClient, nestedScopes, Scope } from '${source('../../core/src/index.ts')}'
       import { localVariables } from '${source('local-variables.ts')}'
       const begin = (options = {}, scrubKeys) =>
         createClient(
           { token: 'x', endpoint: 'http://127.0.0.1:9', appId: 'x', scrubKeys },
           {
             platform: 'node',
             sdk: { name: 'test', version: '0' },
             scopes: nestedScopes(new Scope()),
             setTimer: () => () => {},
             transport: async ({ body }) => {
               console.log(JSON.stringify(JSON.parse(body).contexts?.variables ?? null))
               return { status: 202 }
             },
             integrations: [localVariables(options)],
           },
         )
       ${code}`,
    )
    const tsx = fileURLToPath(import.meta.resolve('tsx/cli'))
    const printed = execFileSync(process.execPath, [tsx, program], { encoding: 'utf8' })
    const lines = printed.trim().split('\n')
    return { variables: JSON.parse(lines[0]!) ?? undefined, lines }
  } finally {
    rmSync(directory, { recursive: true })
  }
}

it('adds the variables of the frames, as short texts without secrets and without the fields of objects', () => {
  const { variables } = run(`
    const client = begin({ caught: true }, /^shoe$/)
    function pay(order, password) {
      const amount = 12.5, note = 'x'.repeat(500), shoe = 'hidden', customer = { email: 'hidden@example.com' }
      const link = 'https://me:hidden@shop.example.com/?token=hidden', list = [1, 2], nothing = null, missing = undefined
      throw new RangeError('out of stock')
    }
    try { pay({ id: 7 }, 'hidden') } catch (error) { client.captureException(error) }
    await client.flush(1000)`)
  const [name, pay] = Object.entries(variables!)[0]!
  expect(name).toMatch(/^pay:\d+$/)
  expect(pay).toMatchObject({
    order: 'Object',
    password: '[scrubbed]',
    amount: '12.5',
    shoe: '[scrubbed]',
    customer: 'Object',
    list: 'Array(2)',
    nothing: 'null',
    missing: 'undefined',
  })
  expect(pay!.note!.length).toBeLessThanOrEqual(200)
  expect(JSON.stringify(variables)).not.toContain('hidden')
})

it('does not stop at errors that the program catches, unless asked to', () => {
  const { variables } = run(`
    const client = begin()
    function pay(order) { throw new RangeError('out of stock') }
    try { pay({ id: 7 }) } catch (error) { client.captureException(error) }
    await client.flush(1000)`)
  expect(variables).toBeUndefined()
})

it('lets a program that throws in a loop go on, and ends with the client', () => {
  const { lines } = run(`
    const client = begin({ caught: true })
    let caught = 0
    for (let index = 0; index < 2000; index += 1) try { (function f(index) { throw new Error('x' + index) })(index) } catch { caught += 1 }
    console.log(JSON.stringify(null))
    await client.close(100)
    console.log(caught)`)
  expect(lines.at(-1)).toBe('2000')
})
