import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { freePort } from '../../scripts/free-port.mjs'
import { pause } from '../harness/built-server.ts'
import { issuesOf, latestOf } from '../sdks/issues.ts'
import { openStage } from '../sdks/stage.ts'
import { builds } from './builds.ts'
import { apiTokenOf, writeProgram } from './programs.ts'

const stage = openStage('bundler', 'com.example.shop')

beforeAll(() => stage.host.lend('unplugin'))

const filesOf = (folder: string) => readdirSync(join(folder, 'dist')).sort()

describe.concurrent.each(Object.keys(builds))('a build by %s', (bundler) => {
  const build = builds[bundler]!

  it('symbolicates errors, and leaves no maps that it was not asked for', async () => {
    const project = await stage.newProject(`Shop of ${bundler}`)
    const folder = writeProgram(stage, bundler, project.ingestToken)
    const options = {
      url: stage.server.url,
      token: await apiTokenOf(stage.account),
      project: `shop of ${bundler}`,
      strict: true,
    }
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
    const folder = writeProgram(stage, `${bundler}-away`, 'bgl_live_x')
    const said = vi.spyOn(console, 'info')
    await build({ folder, options: {} })
    expect(said).toHaveBeenCalledWith(expect.stringContaining('nothing is uploaded without a token'))
    expect(filesOf(folder)).toEqual(['main.mjs'])
    expect(readFileSync(join(folder, 'dist/main.mjs'), 'utf8')).not.toContain('__bugleDebugIds=')
    const away = { url: `http://127.0.0.1:${await freePort()}`, token: '1|x', project: 'prj_1' }
    await build({ folder, options: away })
    expect(readFileSync(join(folder, 'dist/main.mjs'), 'utf8')).toContain('__bugleDebugIds=')
    await expect(build({ folder, options: { ...away, strict: true } })).rejects.toThrow()
  })
})
