import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { request } from '../harness/account.ts'
import { freePort, pause } from '../harness/built-server.ts'
import { issuesOf, latestOf } from '../sdks/issues.ts'
import { openStage } from '../sdks/stage.ts'
import { builds } from './builds.ts'

const stage = openStage('bundler', 'com.example.shop')

beforeAll(() => stage.host.lend('unplugin'))

const cart = `export class Cart {
  constructor(prices) {
    this.prices = prices
  }
  total() {
    if (this.prices.length === 0) throw new RangeError('the cart is empty')
    return this.prices.reduce((sum, price) => sum + price)
  }
}
`

/** Writes a program that reports the error of its cart. */
function writeProgram(name: string, token: string): string {
  const folder = join(stage.host.directory, name)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'cart.js'), cart)
  const main = `import { captureException, flush, init } from '@bugle/node'
import { Cart } from './cart.js'
init({ token: '${token}', endpoint: '${stage.server.url}', appId: 'com.example.shop', storeDirectory: false })
try {
  new Cart([]).total()
} catch (error) {
  captureException(error)
}
await flush(60_000)
`
  writeFileSync(join(folder, 'main.js'), main)
  return folder
}

const filesOf = (folder: string) => readdirSync(join(folder, 'dist')).sort()

async function apiToken(): Promise<string> {
  const body = { name: 'build', scopes: ['artifact:write', 'project:read'] }
  return (await request<{ token: string }>(stage.account, 'POST', '/api/me/api-tokens', body)).token
}

describe.each(Object.keys(builds))('a build by %s', (bundler) => {
  const build = builds[bundler]!

  it('leads errors back to their source, and leaves no maps that it was not asked for', async () => {
    const project = await stage.newProject(`Shop of ${bundler}`)
    const folder = writeProgram(bundler, project.ingestToken)
    const options = { url: stage.server.url, token: await apiToken(), project: `shop of ${bundler}`, strict: true }
    await build({ folder, options })
    expect(filesOf(folder)).toEqual(['main.mjs'])
    const code = readFileSync(join(folder, 'dist/main.mjs'), 'utf8')
    expect(code).toContain('__bugleDebugIds=')
    expect(await stage.host.run([join(folder, 'dist/main.mjs')], {})).toMatchObject({ code: 0, stderr: '' })
    const issues = await issuesOf(stage.account, project, 1)
    const symbolication = async () =>
      (await latestOf(stage.account, issues, 'RangeError')).exceptions[0]!.frames[0]!.symbolication!
    // The upload does not wait for its index.
    let found = await symbolication()
    for (; found.reason?.code === 'indexing'; found = await symbolication()) await pause(100)
    expect(found).toMatchObject({ state: 'resolved', by: 'debug_id', function: 'Cart.total', line: 6 })
    expect(found.file).toMatch(/(^|\/)cart\.js$/)

    const first = readFileSync(join(folder, 'dist/main.mjs'), 'utf8')
    await build({ folder, options })
    expect(readFileSync(join(folder, 'dist/main.mjs'), 'utf8')).toBe(first)
  })

  it('succeeds where Bugle is away, unless it is strict, and changes nothing without a token', async () => {
    const folder = writeProgram(`${bundler}-away`, 'bgl_live_x')
    await build({ folder, options: {} })
    expect(filesOf(folder)).toEqual(['main.mjs'])
    expect(readFileSync(join(folder, 'dist/main.mjs'), 'utf8')).not.toContain('__bugleDebugIds=')
    const away = { url: `http://127.0.0.1:${await freePort()}`, token: '1|x', project: 'prj_1' }
    await build({ folder, options: away })
    expect(readFileSync(join(folder, 'dist/main.mjs'), 'utf8')).toContain('__bugleDebugIds=')
    await expect(build({ folder, options: { ...away, strict: true } })).rejects.toThrow()
  })
})
