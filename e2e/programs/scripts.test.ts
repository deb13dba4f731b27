import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changelogs } from '../../scripts/release/changelogs.mjs'
import { copyCode } from '../harness/copy-of-code.ts'
import { isLong } from '../sdks/long.ts'

const repository = fileURLToPath(new URL('../..', import.meta.url))

/** Another file that runs a script, and names it. */
interface Elsewhere {
  in: string
  as: string
}

/** How a script is run here. */
interface Here {
  args: string[]
  /** In `npm run test:long` only: it takes minutes. */
  isLong?: boolean
}

/** The test or command that runs each script of the repository, by its path. Those of conformance/*\/make need tools of their own, and keep their results. */
const runs: Record<string, Elsewhere | Here> = {
  'scripts/start.mjs': { in: 'e2e/operator/npm-start.test.ts', as: "'npm', ['start']" },
  'scripts/dev.mjs': { in: 'e2e/operator/stopping.test.ts', as: 'scripts/dev.mjs' },
  'scripts/image.mjs': { in: 'e2e/operator/image.test.ts', as: 'scripts/image.mjs' },
  'scripts/test.mjs': { in: '.ci/run', as: 'npm test' },
  'scripts/check.mjs': { in: '.ci/run', as: 'npm run check' },
  'scripts/generate.mjs': { in: 'scripts/check.mjs', as: 'scripts/generate.mjs' },
  'scripts/words.mjs': { in: 'scripts/check.mjs', as: 'scripts/words.mjs' },
  'scripts/docs.mjs': { in: 'Dockerfile', as: 'npm run docs' },
  // Needs ffmpeg, which nothing else does.
  'e2e/dashboard/record.ts': { in: '.github/workflows/site.yml', as: 'npm run recordings' },
  'site/build.ts': { in: 'scripts/build.mjs', as: 'site/build.ts' },
  'scripts/site.mjs': { in: 'e2e/docs/site.test.ts', as: 'scripts/site.mjs' },
  'scripts/mobile.mjs': { in: 'scripts/test.mjs', as: 'scripts/mobile.mjs' },
  'scripts/build.mjs': { in: 'scripts/admin.mjs', as: './build.mjs' },
  'scripts/seed.ts': { in: 'scripts/dev.mjs', as: 'scripts/seed.ts' },
  'scripts/side-by-side.mjs': { args: ['scripts/side-by-side.mjs', 'react-native'], isLong: true },
  'e2e/sdks/php-versions.mjs': { in: 'e2e/sdks/php-versions.test.ts', as: 'php-versions.mjs' },
  'scripts/build-sdks.mjs': { args: ['scripts/build-sdks.mjs'] },
  'scripts/admin.mjs': { args: ['scripts/admin.mjs', '--help'] },
  'scripts/letter-model/collect-names.mjs': { args: ['scripts/letter-model/collect-names.mjs'] },
  'scripts/letter-model/train.mjs': { args: ['scripts/letter-model/train.mjs'] },
  'scripts/head-model/train.ts': { args: ['--import', 'tsx', 'scripts/head-model/train.ts', '--check'] },
  'scripts/bench.mjs': { args: ['scripts/bench.mjs', '--quick'], isLong: true },
  'scripts/mobile-icons.ts': { args: ['--import', 'tsx', 'scripts/mobile-icons.ts'], isLong: true },
  'scripts/fonts.mjs': { args: ['scripts/fonts.mjs', '--check'] },
  'scripts/mobile-tokens.ts': { args: ['--import', 'tsx', 'scripts/mobile-tokens.ts'] },
  'bench/dart.ts': { args: ['scripts/bench.mjs', '--dart'], isLong: true },
  'bench/neighbours.ts': { args: ['--import', 'tsx', 'bench/neighbours.ts', '2', '1'], isLong: true },
  'bench/sentry.ts': { args: ['--import', 'tsx', 'bench/sentry.ts', '2', '1'], isLong: true },
  'sdks/javascript/node/bench/middleware-cost.mjs': {
    args: ['scripts/bench.mjs', '--middleware', '--sets', '1', 'koa'],
    isLong: true,
  },
  'sdks/javascript/node/bench/client-cost.mjs': { args: ['scripts/bench.mjs', '--clients'], isLong: true },
  'sdks/php/core/bench/main.mjs': { args: ['scripts/bench.mjs', '--php', '--runs=1'], isLong: true },
  'e2e/faults/main.ts': {
    args: ['--import', 'tsx', 'e2e/faults/main.ts', '--kind', 'tree', '--kills', '1'],
    isLong: true,
  },
  'e2e/dashboard/interaction.ts': { args: ['--import', 'tsx', 'e2e/dashboard/interaction.ts', '1'], isLong: true },
  'e2e/dashboard/take-screenshots.ts': {
    args: ['--import', 'tsx', 'e2e/dashboard/take-screenshots.ts', 'DIRECTORY', 'sign-in'],
    isLong: true,
  },
  'e2e/mobile/take-screenshots.ts': {
    args: ['--import', 'tsx', 'e2e/mobile/take-screenshots.ts', 'DIRECTORY', '--store', 'inbox'],
    isLong: true,
  },
  'e2e/mobile/measure-start.ts': { args: ['--import', 'tsx', 'e2e/mobile/measure-start.ts', 'start'], isLong: true },
}

describe('every script', () => {
  const tracked = execFileSync('git', ['ls-files', '*.mjs', '*.ts'], { cwd: repository, encoding: 'utf8' })
  const scripts = tracked.split('\n').filter((file) => {
    if (!/^(scripts|bench|e2e|sdks|site)\//.test(file) || file.endsWith('.test.ts')) return false
    const head = readFileSync(join(repository, file), 'utf8').slice(0, 800)
    return /^(\/\/|\/\*\*) Usage: (npm|npx|node|tsx) /m.test(head)
  })

  it('is run by a test, or by what runs the tests', () => {
    const special = ['scripts/release/main.mjs']
    expect([...scripts].sort()).toEqual([...Object.keys(runs), ...special].sort())
    for (const run of Object.values(runs))
      if ('in' in run) expect(readFileSync(join(repository, run.in), 'utf8')).toContain(run.as)
  })

  it('that package.json names is one of them', () => {
    const { scripts: named } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'))
    const files = Object.values(named as Record<string, string>).map((command) => /\S+\.(mjs|ts)/.exec(command)?.[0])
    expect(files.filter((file) => !scripts.includes(file ?? ''))).toEqual([])
  })

  const here = Object.entries(runs).flatMap(([file, run]) => ('args' in run ? [{ file, ...run }] : []))
  it.each(here.filter((run) => isLong || !run.isLong))('$file ends well', ({ args }) => {
    const directory = mkdtempSync(join(tmpdir(), 'bugle-script-'))
    const given = args.map((arg) => (arg === 'DIRECTORY' ? directory : arg))
    const { status, stdout, stderr } = spawnSync(process.execPath, given, {
      cwd: repository,
      encoding: 'utf8',
      maxBuffer: 64_000_000,
    })
    rmSync(directory, { recursive: true })
    expect([status, status === 0 ? '' : `${stdout}${stderr}`.slice(-2000)]).toEqual([0, ''])
  })
})

describe('npm run release', () => {
  const output = mkdtempSync(join(tmpdir(), 'bugle-release-'))
  let code: ReturnType<typeof copyCode>
  const release = (...args: string[]) =>
    spawnSync(process.execPath, ['scripts/release/main.mjs', ...args], { cwd: code.directory, encoding: 'utf8' })
  const read = (name: string) => readFileSync(join(code.directory, name), 'utf8')
  const describeVersion = () => {
    for (const file of changelogs)
      if (!read(file).includes('\n## 9.8.7\n'))
        writeFileSync(join(code.directory, file), `${read(file)}\n## 9.8.7\n\nA test.\n`)
  }
  const spellings = (file: string, pattern: RegExp) => [...read(file).matchAll(pattern)].map(([, version]) => version)
  const nameMaintainer = (author: string | undefined) =>
    writeFileSync(
      join(code.directory, 'package.json'),
      `${JSON.stringify({ ...JSON.parse(read('package.json')), author }, null, 2)}\n`,
    )

  beforeAll(() => {
    code = copyCode()
  })
  afterAll(() => {
    code?.remove()
    rmSync(output, { recursive: true })
  })

  it('refuses a version that a changelog does not describe, and what is no version', () => {
    expect(release('9.8.7', output)).toMatchObject({
      status: 1,
      stderr: 'CHANGELOG.md has no section for 9.8.7\n',
    })
    // That of a single package is enough.
    describeVersion()
    const [last] = changelogs.slice(-1) as [string]
    writeFileSync(join(code.directory, last), read(last).replace('\n## 9.8.7\n', '\n## 9.8.6\n'))
    expect(last).toBe('sdks/dart/flutter/CHANGELOG.md')
    expect(release('9.8.7', output)).toMatchObject({ status: 1, stderr: `${last} has no section for 9.8.7\n` })
    expect(release('next', output)).toMatchObject({ status: 2 })
    expect(release('9.8.7')).toMatchObject({ status: 2 })
    expect(readdirSync(output)).toEqual([])
  })

  it('installs what the rehearsal itself loads, before it makes anything', () => {
    const bare = copyCode()
    rmSync(join(bare.directory, 'node_modules'))
    const npm = join(bare.directory, 'bin/npm')
    mkdirSync(dirname(npm))
    writeFileSync(npm, '#!/bin/sh\n[ "$1" = ping ] && exit 0\necho "npm $*" >&2\nexit 1\n', { mode: 0o755 })
    const { status, stderr } = spawnSync(
      process.execPath,
      ['scripts/release/main.mjs', '--rehearse', '9.8.7', output],
      {
        cwd: bare.directory,
        encoding: 'utf8',
        env: { ...process.env, PATH: `${dirname(npm)}:${process.env.PATH}` },
      },
    )
    bare.remove()
    expect([status, stderr]).toEqual([1, expect.stringMatching(/^npm install .*--include=dev/m)])
    expect(readdirSync(output)).toEqual([])
  })

  it('refuses to publish without a maintainer whom somebody can write to', () => {
    describeVersion()
    for (const author of ['Bugle <bugle@example.com>', 'Bugle <a@mail.example>', 'Ann Lee', undefined]) {
      nameMaintainer(author)
      expect(release('9.8.7', output)).toMatchObject({
        status: 1,
        stderr: expect.stringMatching(/^package\.json names nobody to write to about the packages: "author" must be/),
      })
    }
    expect(readdirSync(output)).toEqual([])
  })

  it('gives everything the version, in name and content', () => {
    const old = JSON.parse(read('package.json')).version as string
    describeVersion()
    nameMaintainer('Ann Lee <ann@bugle.invalid>')
    const { status, stderr } = release(
      '--without-mobile',
      '--without-docs',
      '--without-system-packages',
      '9.8.7',
      output,
    )
    expect([status, status === 0 ? '' : stderr]).toEqual([0, ''])
    const sdks = ['browser', 'bundler', 'core', 'node', 'react-native']
    const system = `${process.platform}-${process.arch}`
    const archive = `bugle-9.8.7-${system}.tar.gz`
    const packages = [...sdks, 'cli', 'server'].map((name) => `bugle-${name}-9.8.7.tgz`)
    const others = ['SHA256SUMS', 'bugle-chart-9.8.7.tgz', `bugle-9.8.7-${system}-sbom.cdx.json`]
    expect(readdirSync(output).sort()).toEqual([...others, archive, ...packages].sort())
    expect(spawnSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: output }).status).toBe(0)
    for (const name of sdks) {
      const packed = gunzipSync(readFileSync(join(output, `bugle-${name}-9.8.7.tgz`))).toString('latin1')
      expect(packed, name).toContain(`"name": "@bugle/${name}",\n  "version": "9.8.7"`)
      expect(packed, name).not.toContain(`"version": "${old}"`)
    }
    const unpacked = (name: string) => gunzipSync(readFileSync(join(output, name))).toString('latin1')
    for (const [name, dependency] of [
      ['cli', '@clack/core'],
      ['server', 'fastify'],
    ])
      expect(unpacked(`bugle-${name}-9.8.7.tgz`)).toMatch(
        new RegExp(`package/THIRD-PARTY-NOTICES\\.txt\0[^]*\n${dependency} \\d`),
      )
    expect(unpacked('bugle-chart-9.8.7.tgz')).toContain('\nversion: 9.8.7\nappVersion: 9.8.7\n')
    const names = execFileSync('tar', ['-tzf', join(output, archive)], { encoding: 'utf8', maxBuffer: 64_000_000 })
    expect(names.split('\n')).toContain('bugle-9.8.7/apps/server/dist/main.js')
    // Nothing of ours keeps the former version.
    const ours = execFileSync(
      'git',
      ['ls-files', '*package.json', '*pubspec.yaml', '*version.*', '*Version.php', 'deploy/*.yaml'],
      {
        cwd: repository,
        encoding: 'utf8',
      },
    )
    const kept = ours
      .split('\n')
      .filter(
        (file) =>
          /^(package\.json|apps\/|deploy\/(helm|kubernetes)|packages\/|sdks\/)/.test(file) && !file.includes('/test/'),
      )
      .filter((file) => read(file).includes(old))
    expect(kept).toEqual([])
    expect(spellings('docs/self-hosting.md', /bugle(?:[_-]|\/bugle:)(\d+\.\d+\.\d+)/g)).toEqual([
      '9.8.7',
      '9.8.7',
      '9.8.7',
    ])
    expect(spellings('apps/server/README.md', /bugle-server@(\S+)/g)).toEqual(['9.8.7'])
    // Composer's ^0.1 means less than 0.2: with the former range, no new release of a framework's package could be installed.
    for (const name of ['laravel', 'symfony'])
      expect(JSON.parse(read(`sdks/php/${name}/composer.json`)).require['bugle/bugle-php']).toBe('^9.8')
    const locked = JSON.parse(read('package-lock.json')).packages as Record<string, { version?: string }>
    const workspaces = Object.entries(locked).filter(([path]) => !path.includes('node_modules'))
    expect(new Set(workspaces.map(([, { version }]) => version))).toEqual(new Set(['9.8.7']))
    expect(JSON.parse(read('apps/mobile/app.json')).expo).toMatchObject({
      version: '9.8.7',
      ios: { buildNumber: '90807' },
      android: { versionCode: 90_807 },
    })
  })
})
