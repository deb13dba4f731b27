import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rootPath } from '../install.mjs'
import { packageOf } from './bundled-packages.mjs'
import { noticesOf } from './notices.mjs'

describe('the package of a module', () => {
  it.each([
    ['node_modules/pg/lib/index.js', 'node_modules/pg'],
    ['node_modules/@fastify/error/index.js', 'node_modules/@fastify/error'],
    ['node_modules/one/node_modules/two/index.js', 'node_modules/one/node_modules/two'],
    ['node_modules/pg/lib/index.js?commonjs-proxy', 'node_modules/pg'],
    ['apps/mobile/node_modules/react/index.js', 'apps/mobile/node_modules/react'],
  ])('of %s is %s', (path, folder) => {
    expect(packageOf(join(rootPath, path))).toBe(folder)
    expect(packageOf(`\0commonjs:${join(rootPath, path)}`)).toBe(folder)
  })

  it.each([
    'apps/server/src/main.ts',
    'packages/protocol/src/index.ts',
    // A tool has made these there.
    'apps/mobile/node_modules/.cache/styles.js',
  ])('%s is our own', (path) => {
    expect(packageOf(join(rootPath, path))).toBeUndefined()
  })

  it('a module that a plugin has made belongs to nobody', () =>
    expect(packageOf('\0rolldown/runtime.js')).toBeUndefined())
})

describe('notices', () => {
  let folder: string
  const add = (name: string, manifest: object, files: Record<string, string>) => {
    const path = join(folder, name)
    mkdirSync(path)
    for (const [file, text] of Object.entries({ 'package.json': JSON.stringify(manifest), ...files }))
      writeFileSync(join(path, file), text)
    return { name, version: '1.0.0', license: 'ISC', folder: relative(rootPath, path) }
  }
  beforeAll(() => {
    folder = mkdtempSync(join(rootPath, 'node_modules/.cache-notices-'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it('contain licence and notice as the authors wrote them, and a shared text once', () => {
    const one = add('one', {}, { LICENSE: 'Copyright Ann\r\n', NOTICE: 'Made by Ann' })
    const two = add('two', {}, { 'license.md': 'Copyright Bob', 'licenses.js': 'code' })
    const three = add('three', {}, { COPYING: 'Copyright Bob\n' })
    const text = noticesOf([one, two, three], 'Bugle', 'PostgreSQL, too')
    expect(text.split(/^-+$/m).map((part) => part.trim())).toEqual([
      'Bugle is MIT licensed, see LICENSE. It contains the following software of others.',
      'one 1.0.0 (ISC)\n\nCopyright Ann\n\nMade by Ann',
      'two 1.0.0 (ISC)\nthree 1.0.0 (ISC)\n\nCopyright Bob',
      'PostgreSQL, too',
    ])
  })

  it('name the author of an MIT package without a licence file, and refuse another licence', () => {
    const manifest = { author: 'Ann <ann@example.com>', repository: { url: 'https://example.com/ann' } }
    const bare = { ...add('bare', manifest, {}), license: 'MIT' }
    expect(noticesOf([bare], 'Bugle')).toContain('Copyright (c) Ann, https://example.com/ann\n\nPermission is hereby')
    expect(() => noticesOf([{ ...bare, license: 'GPL-3.0' }], 'Bugle')).toThrow(/bare has no licence file/)
  })
})
