import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pack } from '../../scripts/pack.mjs'
import { issuesOf } from './issues.ts'
import { openStage } from './stage.ts'

const stage = openStage('sdk-served', 'com.example.shop')
const packages = ['core', 'node', 'browser', 'react-native']
const distOf = (name: string) => fileURLToPath(new URL(`../../sdks/javascript/${name}/dist`, import.meta.url))
let directory: string

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'bugle-served-'))
})

afterAll(() => rmSync(directory, { recursive: true }))

describe('a server provides', () => {
  it('the SDKs as packages, which npm installs from its URL and programs report with', async () => {
    const project = await stage.newProject('served')
    writeFileSync(join(directory, 'package.json'), '{ "type": "module" }')
    const urls = packages.map((name) => `${stage.server.url}/sdk/npm/bugle-${name}.tgz` as const)
    // Peer dependencies of the React Native SDK belong to an app.
    const flags = [
      '--no-audit',
      '--no-fund',
      '--legacy-peer-deps',
      '--loglevel=error',
      `--cache=${join(directory, 'cache')}`,
    ]
    execFileSync('npm', ['install', ...flags, ...urls], { cwd: directory, stdio: 'pipe' })
    writeFileSync(
      join(directory, 'shop.js'),
      `import { captureException, flush, init } from '@bugle/node'
       init({ token: '${project.ingestToken}', endpoint: '${stage.server.url}', appId: 'com.example.shop', storeDirectory: false })
       captureException(new TypeError('installed'))
       console.log(await flush(60_000))`,
    )
    expect(await stage.host.run([join(directory, 'shop.js')], {}, directory)).toMatchObject({
      code: 0,
      stdout: 'true\n',
    })
    expect(await issuesOf(stage.account, project, 1)).toMatchObject([{ type: 'TypeError', message: 'installed' }])
  })

  it('the same bytes for the same files, as npm would pack them', async () => {
    for (const name of packages) {
      const response = await fetch(`${stage.server.url}/sdk/npm/bugle-${name}.tgz`)
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/gzip'])
      const served = Buffer.from(await response.arrayBuffer())
      expect(served.equals(await pack(distOf(name)))).toBe(true)
      writeFileSync(join(directory, 'served.tgz'), served)
      const list = (file: string) =>
        execFileSync('tar', ['-tzf', file], { cwd: directory, encoding: 'utf8' }).split('\n').sort()
      const [packed] = JSON.parse(
        execFileSync('npm', ['pack', '--json', '--pack-destination', directory], {
          cwd: distOf(name),
          encoding: 'utf8',
        }),
      )
      expect(list('served.tgz')).toEqual(list(packed.filename))
    }
  })

  it('the scripts to any page, immutable under their content hash', async () => {
    for (const name of ['bugle.js', 'loader.js']) {
      const response = await fetch(`${stage.server.url}/sdk/${name}`)
      const text = await response.text()
      expect(text).toBe(readFileSync(join(distOf('browser'), 'script', name), 'utf8'))
      const headers = { 'content-type': 'text/javascript; charset=utf-8', 'access-control-allow-origin': '*' }
      expect(Object.fromEntries(response.headers)).toMatchObject({
        ...headers,
        'cache-control': 'public, max-age=300',
        'cross-origin-resource-policy': 'cross-origin',
      })
      const { createHash } = await import('node:crypto')
      const hash = createHash('sha256').update(text).digest('hex').slice(0, 12)
      const kept = await fetch(`${stage.server.url}/sdk/${name.replace('.', `.${hash}.`)}`)
      expect(await kept.text()).toBe(text)
      expect(kept.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    }
    for (const path of ['/sdk/nothing.js', '/sdk/..%2fmain.js', '/sdk/npm/', '/sdk/.built-from'])
      expect((await fetch(stage.server.url + path, { headers: { accept: 'text/html' } })).status).toBe(404)
  })
})

describe.each(packages)('the package of @bugle/%s', (name) => {
  it('is publishable: it names its repository and its changelog', () => {
    const own = JSON.parse(readFileSync(join(distOf(name), 'package.json'), 'utf8'))
    expect(own).toMatchObject({
      license: 'MIT',
      repository: { type: 'git', url: expect.any(String), directory: `sdks/javascript/${name}` },
      homepage: expect.any(String),
      bugs: { url: expect.any(String) },
      keywords: expect.arrayContaining(['bugle']),
      engines: { node: expect.any(String) },
      publishConfig: { access: 'public', provenance: true },
    })
    expect(readFileSync(join(distOf(name), 'CHANGELOG.md'), 'utf8')).toContain(`## ${own.version}`)
    const map = JSON.parse(readFileSync(join(distOf(name), 'esm/index.js.map'), 'utf8'))
    expect(map.sources.length).toBeGreaterThan(0)
    mkdirSync(join(directory, name), { recursive: true })
    const args = ['publish', '--dry-run', '--json', '--provenance=false', `--cache=${join(directory, 'cache')}`]
    const said = execFileSync('npm', args, { cwd: distOf(name), encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
    // Newer versions of npm wrap the result in the package's name.
    expect(JSON.stringify(JSON.parse(said))).toContain(`"id":"@bugle/${name}@${own.version}"`)
  })
})
