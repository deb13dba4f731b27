import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readBuilt } from '@bugle/symbols/testing/built-programs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Project } from '../harness/account.ts'
import { chromiumTool, launchChromium } from '../harness/chromium.ts'
import { describeWithTool } from '../programs/describe-with-tool.ts'
import { issuesOf, latestOf } from '../sdks/issues.ts'
import { openStage } from '../sdks/stage.ts'
import { openBadNetwork } from './bad-network.ts'
import { buildNodeProgram, buildPage, failingLine, serveFolder, shopSource, writeCompiledProgram } from './programs.ts'
import { Terminal } from './terminal.ts'

const stage = openStage('cli-sourcemaps', 'com.example.shop')
const terminal = new Terminal()

beforeAll(() => {
  Object.assign(terminal.env, { BUGLE_URL: stage.server.url, BUGLE_TOKEN: stage.account.token })
})
afterAll(() => terminal.remove())

const settingsOf = (project: Project, release?: string) => ({
  token: project.ingestToken,
  endpoint: stage.server.url,
  ...(release === undefined ? {} : { release }),
})
const folderOf = (name: string) => join(stage.host.directory, name)
const contents = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.\w+$/.test(name))
      .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  )
const failing = shopSource.split('\n')[failingLine - 1]!.trim()

describe('bugle sourcemaps, inject and upload', () => {
  it('lead the error of a Node program built by esbuild back to its author’s line', async () => {
    const project = await stage.newProject('esbuild')
    const program = await buildNodeProgram(folderOf('esbuild'), settingsOf(project))
    const dist = join(program, '..')
    const [injected] = await terminal.json(['sourcemaps', 'inject', dist])
    expect(injected).toMatchObject({
      name: 'main.mjs',
      change: 'injected',
      debug_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    const before = contents(dist)
    expect(await terminal.json(['sourcemaps', 'inject', dist])).toEqual([{ ...injected, change: 'none' }])
    expect(contents(dist)).toEqual(before)
    expect(await terminal.json(['sourcemaps', 'check', dist, '--strict'])).toEqual([])

    const upload = ['sourcemaps', 'upload', dist, '--project', project.id]
    const planned = await terminal.json([...upload, '--dry-run'])
    expect(planned).toMatchObject([{ name: 'main.mjs.map', url: '~/main.mjs', debug_id: injected.debug_id }])
    const [sent] = await terminal.json(upload)
    expect(sent).toMatchObject({ files: [{ name: 'main.mjs.map', state: 'accepted' }], release: null })
    expect(sent.sent_bytes).toBeGreaterThan(0)
    for (const wait of [[], ['--no-wait']])
      expect(await terminal.json([...upload, ...wait])).toMatchObject([
        { files: [{ state: 'duplicate' }], sent_bytes: 0 },
      ])
    expect(await stage.host.run([program], {})).toMatchObject({ code: 0, stderr: '' })
    const issues = await issuesOf(stage.account, project, 1)
    const { id } = await latestOf(stage.account, issues, 'RangeError')

    const shown = await terminal.done(['events', 'show', id])
    expect(shown).toContain(`at Cart.total (`)
    expect(shown).toMatch(new RegExp(`shop\\.ts:${failingLine}:\\d+\\)`))
    expect(shown).toContain(`>    ${failingLine} │     ${failing}`)
    const [event] = await terminal.json(['events', 'show', id])
    expect(event.exceptions[0].frames[0].symbolication).toMatchObject({ state: 'resolved', by: 'debug_id' })
    const raw = JSON.parse(await terminal.done(['events', 'show', id, '--raw']))
    expect(raw).toMatchObject({
      exception_type: 'RangeError',
      debug_meta: { images: [{ debug_id: injected.debug_id }] },
    })

    // The same stack by the map on disk, without a server.
    const stack = event.exceptions[0].stack as string
    const map = join(dist, 'main.mjs.map')
    const resolved = await terminal.done(['sourcemaps', 'resolve', '--map', map], {
      input: stack,
      env: { BUGLE_URL: '' },
    })
    expect(resolved).toMatch(new RegExp(`^    at Cart\\.total \\(.*shop\\.ts:${failingLine}:\\d+\\)$`, 'm'))
    const { line, column } = event.exceptions[0].frames[0]
    const position = ['sourcemaps', 'resolve', '--map', map, `${line}:${column}`]
    expect(await terminal.done(position)).toContain(`>     ${failingLine} │     ${failing}`)
  })

  it('lead the error of a program of tsc back, as its page says', async () => {
    const page = readFileSync(new URL('../../docs/bundlers/tsc.md', import.meta.url), 'utf8')
    const [, configuration] = /```json\n(.*?)```/s.exec(page)!
    const [, commands] = /```sh\n(.*?)```/s.exec(page)!
    const project = await stage.newProject('tsc')
    const folder = folderOf('tsc')
    writeCompiledProgram(folder, settingsOf(project), configuration!)
    const bin = fileURLToPath(new URL('../../node_modules/.bin', import.meta.url))
    const ended = await terminal.paste(`set -e; PATH="$PATH:${bin}"\n${commands!.replaceAll('npx ', '')}`, {
      directory: folder,
      env: { BUGLE_PROJECT: project.id },
    })
    expect(ended, ended.stderr).toMatchObject({ code: 0 })
    expect(await stage.host.run([join(folder, 'dist/main.js')], {})).toMatchObject({ code: 0, stderr: '' })
    const { id } = await latestOf(stage.account, await issuesOf(stage.account, project, 1), 'RangeError')
    expect(await terminal.done(['events', 'show', id])).toContain(`>    ${failingLine} │     ${failing}`)
  })

  describeWithTool(chromiumTool, 'with Chromium', (chromium) => {
    it('lead the error of a page built by Vite back, and delete the maps', async () => {
      const project = await stage.newProject('vite')
      const dist = await buildPage(folderOf('vite'), settingsOf(project, 'shop@1.4.2'))
      await terminal.done(['sourcemaps', 'inject', dist])
      const upload = ['sourcemaps', 'upload', dist, '--project', project.id, '--release', 'shop@1.4.2']
      const [sent] = await terminal.json([...upload, '--delete-after'])
      expect(sent.files).toMatchObject([{ state: 'accepted' }])
      expect(Object.keys(contents(dist)).filter((name) => name.endsWith('.map'))).toEqual([])
      const site = await serveFolder(dist)
      const browser = await launchChromium(chromium)
      try {
        const page = await browser.newPage()
        await page.goto(site.url)
        await page.waitForSelector('html[data-ready]')
        await page.click('button')
        const issues = await issuesOf(stage.account, project, 1)
        const { id } = await latestOf(stage.account, issues, 'RangeError')
        expect(await terminal.done(['events', 'show', id])).toContain(`│     ${failing}`)
        const [{ exceptions }] = await terminal.json(['events', 'show', id])
        // A stack alone names no debug id: the release and the address lead to the map.
        const resolve = ['sourcemaps', 'resolve', '--project', project.id, '--release', 'shop@1.4.2']
        expect(await terminal.done(resolve, { input: exceptions[0].stack })).toContain('at Cart.total (')
        const shown = await terminal.done(['issues', 'show', issues[0]!.short_id])
        expect(shown).toContain('at Cart.total (')
      } finally {
        await browser.close()
        site.close()
      }
    })
  })
})

describe('bugle sourcemaps upload', () => {
  it('arrives whole over a network that cuts every third request', async () => {
    const project = await stage.newProject('cut')
    const dist = folderOf('cut')
    mkdirSync(dist)
    const files = 12
    for (let number = 0; number < files; number++) {
      const map = { version: 3, sources: ['a.ts'], sourcesContent: [`run(${number})`], mappings: 'AAAA' }
      writeFileSync(join(dist, `${number}.js`), `run(${number})\n//# sourceMappingURL=${number}.js.map\n`)
      writeFileSync(join(dist, `${number}.js.map`), JSON.stringify(map))
    }
    const network = await openBadNetwork(stage.server.url, 3)
    try {
      const upload = [
        'sourcemaps',
        'upload',
        dist,
        '--project',
        project.id,
        '--release',
        'shop@1',
        '--url',
        network.url,
      ]
      const [sent] = await terminal.json(upload)
      expect(network.cuts).toBeGreaterThan(3)
      expect(sent.files.map(({ state }: { state: string }) => state)).toEqual(Array(files).fill('accepted'))
      expect(await terminal.json(upload)).toMatchObject([{ sent_bytes: 0 }])
    } finally {
      network.close()
    }
  })
})

describe('bugle sourcemaps', () => {
  it('refuses an upload that no event could meet, with the command that helps', async () => {
    const project = await stage.newProject('refused')
    const program = await buildNodeProgram(folderOf('refused'), settingsOf(project))
    const dist = join(program, '..')
    const upload = ['sourcemaps', 'upload', dist, '--project', project.id]
    expect(await terminal.run(upload)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`Try: bugle sourcemaps inject ${dist}`),
    })
    expect(await terminal.run([...upload, '--release', 'shop@1'])).toMatchObject({ code: 0 })
    expect(await terminal.run(['sourcemaps', 'upload', folderOf('nothing')])).toMatchObject({ code: 1 })
    rmSync(join(dist, 'main.mjs.map'))
    expect(await terminal.run(['sourcemaps', 'inject', dist])).toMatchObject({ code: 4 })
    expect(await terminal.run(upload)).toMatchObject({ code: 4 })
    expect(existsSync(join(dist, 'main.mjs'))).toBe(true)
  })

  it('leaves out a map that nothing could lead to, and uploads the others', async () => {
    const project = await stage.newProject('lonely')
    const dist = join(await buildNodeProgram(folderOf('lonely'), settingsOf(project)), '..')
    await terminal.done(['sourcemaps', 'inject', dist])
    writeFileSync(join(dist, 'copied.js.map'), '{"version":3,"sources":["a.js"],"mappings":"AAAA"}')
    const sent = await terminal.run(['sourcemaps', 'upload', dist, '--project', project.id])
    expect(sent).toMatchObject({ code: 0, stderr: expect.stringContaining('copied.js.map is left out') })
  })

  it('finds with check what would leave a stack minified', async () => {
    const project = await stage.newProject('check')
    const dist = join(await buildNodeProgram(folderOf('check'), settingsOf(project)), '..')
    const codes = async () => (await terminal.json(['sourcemaps', 'check', dist])).map(({ code }) => code)
    expect(await codes()).toEqual(['no_debug_id'])
    const map = JSON.parse(readFileSync(join(dist, 'main.mjs.map'), 'utf8'))
    const rewrite = (change: object) => writeFileSync(join(dist, 'main.mjs.map'), JSON.stringify({ ...map, ...change }))
    rewrite({ sourcesContent: [] })
    expect(await codes()).toEqual(['no_debug_id', 'no_source_text'])
    rewrite({ mappings: '!' })
    expect(await codes()).toEqual(['map_broken'])
    rewrite({})
    await terminal.done(['sourcemaps', 'inject', dist])
    rewrite({ debugId: '85314830-023f-4cf1-a267-535f4e37bb17' })
    expect(await codes()).toEqual(['ids_differ'])
    const { code } = await terminal.run(['sourcemaps', 'check', dist, '--strict'])
    expect(code).toBe(5)
    rmSync(join(dist, 'main.mjs.map'))
    expect(await codes()).toEqual(['no_map'])
  })
})

describe('bugle expo upload', () => {
  it('uploads the map of each platform of an export, and a frame of bytecode resolves', async () => {
    const project = await stage.newProject('expo')
    const { files, stacks } = readBuilt('metro-hermes', 'cart')
    const debugId = '7f1d2c3b-0000-4000-8000-0123456789ab'
    const out = folderOf('expo')
    const bundle = '_expo/static/js/android/index-3f9a.hbc'
    mkdirSync(join(out, bundle, '..'), { recursive: true })
    writeFileSync(join(out, 'metadata.json'), JSON.stringify({ fileMetadata: { android: { bundle } } }))
    writeFileSync(join(out, bundle), Buffer.from([0xc6, 0x1f, 0xbc, 0x03]))
    writeFileSync(join(out, `${bundle}.map`), JSON.stringify({ ...JSON.parse(files[0]!.map), debugId }))
    const upload = ['expo', 'upload', out, '--project', project.id]
    expect(await terminal.json(upload)).toMatchObject([{ files: [{ debug_id: debugId, state: 'accepted' }] }])

    const [frame] = stacks[0]!
    const event = {
      exception_type: 'Error',
      message: 'x',
      platform: 'android',
      app_id: project.app_id,
      stack: `Error: x\n    at ${frame!.function} (address at index.android.bundle:1:${frame!.column - 1})`,
      debug_meta: { images: [{ type: 'sourcemap', code_file: 'index.android.bundle', debug_id: debugId }] },
    }
    const file = join(out, 'event.json')
    writeFileSync(file, JSON.stringify(event))
    const [{ event_id }] = await terminal.json(['send-event', '--file', file, '--ingest-token', project.ingestToken])
    const [shown] = await terminal.json(['events', 'show', event_id])
    expect(shown.exceptions[0].frames[0].symbolication).toMatchObject({
      state: 'resolved',
      line: frame!.expected!.line,
      file: expect.stringContaining(frame!.expected!.file),
    })
    expect(await terminal.run(['expo', 'upload', folderOf('nowhere')])).toMatchObject({ code: 1 })
  })
})

describe('bugle expo build', () => {
  it('hands server, token, project and release to the native steps of the build', async () => {
    const project = await stage.newProject('build')
    const app = folderOf('build')
    const bin = join(app, 'node_modules/.bin')
    mkdirSync(bin, { recursive: true })
    const eas = `#!/usr/bin/env node
      const { BUGLE_URL, BUGLE_TOKEN, BUGLE_PROJECT, BUGLE_RELEASE } = process.env
      require('node:fs').writeFileSync('seen.json', JSON.stringify({ args: process.argv.slice(2), BUGLE_URL, BUGLE_TOKEN, BUGLE_PROJECT, BUGLE_RELEASE }))
      process.exit(process.argv.includes('fail') ? 3 : 0)`
    writeFileSync(join(bin, 'eas'), eas, { mode: 0o755 })
    const build = ['expo', 'build', '--project', project.id, '--release', 'shop@1.4.2', '--', '--platform', 'android']
    const away = await terminal.run(build, { directory: app })
    expect(away).toMatchObject({ code: 0 })
    expect(away.stderr).toContain('The servers of EAS read')
    const seen = JSON.parse(readFileSync(join(app, 'seen.json'), 'utf8'))
    expect(seen).toEqual({
      args: ['build', '--platform', 'android'],
      BUGLE_URL: stage.server.url,
      BUGLE_TOKEN: stage.account.token,
      BUGLE_PROJECT: project.id,
      BUGLE_RELEASE: 'shop@1.4.2',
    })
    const local = await terminal.run([...build, '--local', 'fail'], { directory: app })
    expect(local).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('"eas build --platform android --local fail" ended with 3'),
    })
    expect(local.stderr).not.toContain('The servers of EAS read')
  })
})

describe('bugle expo update', () => {
  it('uploads the map of each platform under the id of its update, and records it for the release', async () => {
    const project = await stage.newProject('update')
    const { files, stacks } = readBuilt('metro-hermes', 'cart')
    const app = folderOf('update')
    const bin = join(app, 'node_modules/.bin')
    mkdirSync(bin, { recursive: true })
    const bundle = '_expo/static/js/android/index-3f9a.hbc'
    // Without a debug id: the update alone leads to the map.
    writeFileSync(join(app, 'cart.map'), files[0]!.map)
    const program = (name: string, code: string) =>
      writeFileSync(join(bin, name), `#!/usr/bin/env node\n${code}`, { mode: 0o755 })
    program(
      'expo',
      `const { mkdirSync, writeFileSync, cpSync } = require('node:fs')
      console.log('Exporting', process.argv.slice(2).join(' '))
      mkdirSync('dist/_expo/static/js/android', { recursive: true })
      writeFileSync('dist/metadata.json', JSON.stringify({ fileMetadata: { android: { bundle: '${bundle}' } } }))
      writeFileSync('dist/${bundle}', Buffer.from('c61fbc03', 'hex'))
      cpSync('cart.map', 'dist/${bundle}.map')`,
    )
    const updateId = '0193f2a7-0000-7000-8000-0123456789ab'
    const printed = [
      { id: updateId, group: 'g-1', branch: 'main', message: 'Fix', runtimeVersion: '1.0', platform: 'android' },
    ]
    program(
      'eas',
      `console.error('Publishing', process.argv.slice(2).join(' '))
      console.log(${JSON.stringify(JSON.stringify(printed))})`,
    )
    const update = ['expo', 'update', '--channel', 'production', '--project', project.id, '--release', 'shop@1.4.2']
    const ended = await terminal.run([...update, '--json', '--', '--message', 'Fix'], { directory: app })
    expect(ended).toMatchObject({ code: 0 })
    expect(ended.stderr).toContain('Publishing update --json --non-interactive --skip-bundler --input-dir dist')
    expect(ended.stderr).toContain('--channel production --message Fix')
    expect(JSON.parse(ended.stdout)).toMatchObject({ files: [{ state: 'accepted' }] })
    const [release] = await terminal.json(['releases', 'show', 'shop@1.4.2', '--project', project.id])
    expect(release.updates).toMatchObject([
      { update_id: updateId, group: 'g-1', runtime_version: '1.0', channel: 'production', message: 'Fix' },
    ])

    const [frame] = stacks[0]!
    const event = {
      exception_type: 'Error',
      message: 'x',
      platform: 'android',
      app_id: project.app_id,
      stack: `Error: x\n    at f (address at index.android.bundle:1:${frame!.column - 1})`,
      contexts: { expo: { update_id: updateId, runtime_version: '1.0' } },
    }
    const file = join(app, 'event.json')
    writeFileSync(file, JSON.stringify(event))
    const [{ event_id }] = await terminal.json(['send-event', '--file', file, '--ingest-token', project.ingestToken])
    const [shown] = await terminal.json(['events', 'show', event_id])
    expect(shown.exceptions[0].frames[0].symbolication).toMatchObject({ state: 'resolved', by: 'update' })
  })
})
