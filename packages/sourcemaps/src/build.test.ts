import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { checkBuild } from './check-build.ts'
import { findFiles } from './find-files.ts'
import { injectBuild } from './inject-build.ts'
import { listUploads, toUrl } from './list-uploads.ts'
import { readBuild } from './read-build.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bugle-build-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function write(files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
}

const map = (change: object = {}) =>
  JSON.stringify({ version: 3, sources: ['a.ts'], sourcesContent: ['n(1)'], names: [], mappings: 'AAAA', ...change })
const names = (files: { name: string }[]) => files.map(({ name }) => name)

it('finds files in order, without installed packages, links, caches and ignored patterns', async () => {
  write({
    'b.js': '',
    'a/c.js': '',
    'node_modules/x/i.js': '',
    '.next/cache/o.js': '',
    'legacy/x/y.js': '',
    'a/c-old.js': '',
  })
  symlinkSync('/etc', join(folder, 'link'))
  expect(names(await findFiles([folder], ['legacy/**', '**/*-old.js']))).toEqual(['a/c.js', 'b.js'])
  expect(names(await findFiles([join(folder, 'b.js')]))).toEqual(['b.js'])
  await expect(findFiles([join(folder, 'nothing')])).rejects.toThrow('There is no file or folder')
})

it('pairs files with maps: by comment, by name, within the file, and in folders beside it', async () => {
  const inline = `data:application/json;base64,${Buffer.from(map()).toString('base64')}`
  write({
    'comment.js': 'n(1)\n//# sourceMappingURL=maps/renamed%20one.map.js.map\n',
    'maps/renamed one.map.js.map': map(),
    'name.js': 'n(1)\n',
    'name.js.map': map(),
    'cdn.js': 'n(1)\n//# sourceMappingURL=https://cdn.example/maps/cdn.js.map?v=1\n',
    'cdn.js.map': map(),
    'inline.js': `n(1)\n//# sourceMappingURL=${inline}\n`,
    'missing.js': 'n(1)\n//# sourceMappingURL=gone.js.map\n',
    'lonely.js.map': map(),
    'style.css.map': map(),
  })
  const build = await readBuild([folder])
  expect(Object.fromEntries(build.files.map((file) => [file.name, file.map]))).toMatchObject({
    'comment.js': { kind: 'file', name: 'maps/renamed one.map.js.map' },
    'name.js': { kind: 'file', name: 'name.js.map' },
    'cdn.js': { kind: 'file', name: 'cdn.js.map' },
    'inline.js': { kind: 'inline' },
    'missing.js': { kind: 'none', reference: 'gone.js.map' },
  })
  expect(names(build.lonelyMaps)).toEqual(['lonely.js.map'])
  await injectBuild(build)
  const { sources: uploads } = await listUploads(await readBuild([folder]))
  expect(uploads.map(({ name, url }) => [name, url])).toEqual([
    ['cdn.js.map', '~/cdn.js'],
    ['maps/renamed one.map.js.map', '~/comment.js'],
    ['inline.js.map', '~/inline.js'],
    ['name.js.map', '~/name.js'],
    ['lonely.js.map', '~/lonely.js'],
  ])
  expect(uploads.slice(0, 4).every(({ debugId }) => debugId !== undefined)).toBe(true)
  expect((await checkBuild(await readBuild([folder]))).findings.map(({ file, code }) => [file, code])).toEqual([
    ['missing.js', 'no_map'],
  ])
})

it('names a file that is no map by what it is, and lists the others', async () => {
  const bad: Record<string, string | Buffer> = {
    'page.js.map': '<!DOCTYPE html><title>Shop</title>',
    'gzip.js.map': gzipSync(map()),
    'utf16.js.map': Buffer.from(`\uFEFF${map()}`, 'utf16le'),
    'empty.js.map': '',
    'cut.js.map': map().slice(0, -9),
    'other.js.map': '{"name":"shop"}',
    'text.js.map': 'n(1)',
  }
  for (const [name, content] of Object.entries({ ...bad, 'good.js.map': map() })) {
    write({ [name.replace('.map', '')]: `n(1)\n//# sourceMappingURL=${name}\n` })
    writeFileSync(join(folder, name), content)
  }
  write({ 'named.js': 'n(1)\n//# sourceMappingURL=maps/n.json\n', 'maps/n.json': map() })
  const { sources, notMaps } = await listUploads(await readBuild([folder]))
  expect(names(sources)).toEqual(['good.js.map', 'maps/n.json'])
  expect(Object.fromEntries(notMaps.map(({ name, reason }) => [name, reason]))).toEqual({
    'page.js.map': 'it is an HTML page',
    'gzip.js.map': 'it is compressed by gzip',
    'utf16.js.map': 'it is UTF-16, and has to be UTF-8',
    'empty.js.map': 'it is empty',
    'cut.js.map': expect.stringMatching(/^it is broken JSON \(.+\)$/),
    'other.js.map': 'it is JSON without mappings',
    'text.js.map': 'it is not JSON',
  })
  const { files } = await injectBuild(await readBuild([folder]))
  expect(files.filter(({ change }) => change === 'injected').map(({ name }) => name)).toEqual(['good.js', 'named.js'])
  expect(files.find(({ name }) => name === 'page.js')!.reason).toBe(
    'its map page.js.map is not a source map: it is an HTML page',
  )
})

it('knows bytecode under the name of its bundle, reads its id, and finds its map in another folder', async () => {
  const debugId = '7f1d2c3b-0000-4000-8000-0123456789ab'
  write({
    'assets/release/index.android.bundle': '',
    'sourcemaps/release/index.android.bundle.map': map({ sources: ['a.ts', 'b.ts'] }),
  })
  const bytecode = Buffer.from(
    `c61fbc03${Buffer.from(`\xffbugle-dbid-${debugId}slice`, 'latin1').toString('hex')}`,
    'hex',
  )
  const path = join(folder, 'assets/release/index.android.bundle')
  writeFileSync(path, bytecode)
  const build = await readBuild([folder])
  expect(build.lonelyMaps).toEqual([])
  expect((await listUploads(build)).sources).toMatchObject([{ kind: 'source_map', debugId }])
  expect((await injectBuild(build)).files).toMatchObject([{ change: 'skipped' }])
  expect(readFileSync(path)).toEqual(bytecode)
  // Two bundles of one name leave open which of them the map is of.
  write({ 'assets/debug/index.android.bundle': 'n(1)' })
  expect((await readBuild([folder])).lonelyMaps).toHaveLength(1)
})

it('updates hashes for Subresource Integrity in pages, and reports those in scripts', async () => {
  const hashOf = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`
  const code = 'n(1)\n'
  write({
    'app.js': code,
    'app.js.map': map(),
    'index.html': `<script src="app.js" integrity="${hashOf(code)}"></script><i>${hashOf('other')}</i>`,
    'loader.js': `load("app.js","${hashOf(code)}")`,
  })
  const { updatedPages, staleHashes } = await injectBuild(await readBuild([folder]))
  const hash = hashOf(readFileSync(join(folder, 'app.js'), 'utf8'))
  expect(readFileSync(join(folder, 'index.html'), 'utf8')).toBe(
    `<script src="app.js" integrity="${hash}"></script><i>${hashOf('other')}</i>`,
  )
  expect([updatedPages, staleHashes]).toEqual([[join(folder, 'index.html')], [join(folder, 'loader.js')]])
})

it('leaves files as they are that it cannot change, and all of them in a dry run', async () => {
  const latin1 = Buffer.from('n("\u00e9")\n', 'latin1')
  write({
    'text.js': '',
    'text.js.map': map(),
    'app.hbc': '\u0001',
    'app.hbc.map': map(),
    'new.js': 'n(1)\n',
    'new.js.map': map(),
  })
  writeFileSync(join(folder, 'text.js'), latin1)
  const planned = await injectBuild(await readBuild([folder]), { dryRun: true })
  expect(planned.files.map(({ name, change }) => [name, change])).toEqual([
    ['app.hbc', 'skipped'],
    ['new.js', 'injected'],
    ['text.js', 'skipped'],
  ])
  expect(readFileSync(join(folder, 'new.js'), 'utf8')).toBe('n(1)\n')
  await injectBuild(await readBuild([folder]))
  expect(readFileSync(join(folder, 'text.js'))).toEqual(latin1)
})

it('finds the map of another build by texts that do not agree', async () => {
  const lines = Array.from({ length: 20 }, (_, n) => `say("the text of line ${n}")`)
  // One segment at the start of each line.
  const mappings = ['AAAA', ...Array(19).fill('AACA')].join(';')
  const whole = (texts: string[]) => map({ sourcesContent: [texts.join('\n')], mappings })
  write({ 'a.js': lines.join('\n'), 'a.js.map': whole(lines) })
  const codes = async () => (await checkBuild(await readBuild([folder]))).findings.map(({ code }) => code)
  expect(await codes()).toEqual(['no_debug_id'])
  write({ 'a.js.map': whole(lines.map((line) => line.replace('text', 'word'))) })
  expect(await codes()).toEqual(['no_debug_id', 'map_of_other_file'])
})

it.each([
  ['assets/app.js', {}, '~/assets/app.js'],
  ['client/app.js', { stripPrefix: 'client/', urlPrefix: '~/static' }, '~/static/app.js'],
  ['app.js', { urlPrefix: 'https://cdn.example/v1/' }, 'https://cdn.example/v1/app.js'],
])('gives %s its address', (name, options, url) => {
  expect(toUrl(name, options)).toBe(url)
})
