import { join } from 'node:path'
import { build } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { installRuntime } from '../../scripts/runtimes.mjs'
import { isLong } from '../sdks/long.ts'
import {
  cache,
  type DoorProject,
  expectAllAccounted,
  hasCommand,
  installDebian,
  installMaven,
  installNpm,
  installPython,
  openDoorStage,
  programs,
  root,
  run,
} from './door-stage.ts'
import { expectShown } from './expect-shown.ts'

// Sentry's SDKs in programs of their languages, sending by their DSN alone. Their events are compared with what is shown.

const stage = openDoorStage()

interface Family {
  name: string
  /** Runs the program to its end; or says what is missing here. */
  run: (dsn: string) => Promise<{ missing: string } | { output: string }>
}

const node = (version: string): Family => ({
  name: `@sentry/node ${version}`,
  run: async (dsn) => {
    const installed = installNpm(`node-${version}`, { '@sentry/node': version })
    if ('missing' in installed) return installed
    return run(process.execPath, [join(programs, 'node.mjs')], { SENTRY_DSN: dsn, SDK: installed.directory })
  },
})

const python = (version: string): Family => ({
  name: `sentry-sdk ${version}`,
  run: async (dsn) => {
    const installed = installPython(`sentry-sdk==${version}`)
    if ('missing' in installed) return installed
    return run('python3', [join(programs, 'program.py')], { SENTRY_DSN: dsn, PYTHONPATH: installed.directory })
  },
})

const go: Family = {
  name: 'sentry-go',
  run: async (dsn) => {
    if (!hasCommand('go', 'version')) return { missing: 'no go' }
    return run('go', ['run', '.'], { SENTRY_DSN: dsn }, join(programs, 'go'))
  },
}

const java: Family = {
  name: 'sentry-java',
  run: async (dsn) => {
    if (!hasCommand('mvn', '--version')) return { missing: 'no mvn' }
    const jar = installMaven('io.sentry', 'sentry', '8.62.0')
    if ('missing' in jar) return jar
    return run('java', ['-cp', jar.path, join(programs, 'Program.java')], { SENTRY_DSN: dsn })
  },
}

const rust: Family = {
  name: 'sentry-rust',
  run: async (dsn) => {
    if (!hasCommand('cargo', '--version')) return { missing: 'no cargo' }
    const env = { SENTRY_DSN: dsn, CARGO_TARGET_DIR: join(cache, 'rust') }
    return run('cargo', ['run', '--quiet', '--manifest-path', join(programs, 'rust/Cargo.toml')], env)
  },
}

const bunOf = { name: '@oven/bun-linux-x64', version: '1.4.4', bin: 'bin/bun' }
const denoOf = { name: '@deno/linux-x64-glibc', version: '2.9.6', bin: 'deno' }

/** An SDK for another runtime, whose program comes from npm as well. */
const elsewhere = (name: 'bun' | 'deno', version: string, entry: string): Family => ({
  name: `@sentry/${name} ${version}`,
  run: async (dsn) => {
    const runtime = installRuntime(name === 'bun' ? bunOf : denoOf)
    const installed = installNpm(`${name}-${version}`, { [`@sentry/${name}`]: version })
    if ('missing' in runtime) return runtime
    if ('missing' in installed) return installed
    const args = name === 'bun' ? ['run'] : ['run', '--allow-all', '--quiet', '--node-modules-dir=manual']
    const env = { SENTRY_DSN: dsn, SDK: installed.directory, ENTRY: `node_modules/@sentry/${name}${entry}` }
    return run(runtime.path, [...args, join(programs, 'node.mjs')], env)
  },
})

const reactNative = (version: string): Family => ({
  name: `@sentry/react-native ${version}`,
  run: async (dsn) => {
    const installed = installNpm(`react-native-${version}`, { '@sentry/react-native': version }, ['--legacy-peer-deps'])
    if ('missing' in installed) return installed
    const outfile = join(installed.directory, 'bundle.mjs')
    await bundleReactNative(installed.directory, outfile)
    return run(process.execPath, [outfile], { SENTRY_DSN: dsn })
  },
})

/** Bundles the program as Metro does, for Node: React Native itself is a stub. */
async function bundleReactNative(directory: string, outfile: string): Promise<void> {
  const stub = join(programs, 'react-native-stub.cjs')
  await build({
    entryPoints: [join(programs, 'react-native.mjs')],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'browser',
    nodePaths: [join(directory, 'node_modules'), join(root, 'node_modules')],
    alias: { 'react-native': stub },
    define: { __DEV__: 'false', global: 'globalThis', 'process.env.NODE_ENV': '"production"' },
    logLevel: 'error',
    plugins: [
      {
        name: 'parts that are not used here',
        setup: ({ onResolve }) => onResolve({ filter: /^(?:react-native\/|promise\/|expo)/ }, () => ({ path: stub })),
      },
    ],
  })
}

const ruby = (name: string, program: string): Family => ({
  name,
  run: async (dsn) => {
    const missing = installDebian(`ruby-${name}`)
    if (missing !== undefined) return { missing }
    return run('ruby', [join(programs, program)], { SENTRY_DSN: dsn })
  },
})

const families = [
  ...[node('10.78.0'), python('2.75.0'), go],
  ...(isLong ? [node('7.120.4'), node('8.55.0'), node('11.8.0'), python('1.45.1'), java, rust] : []),
  ...(isLong ? [elsewhere('bun', '11.8.0', ''), elsewhere('deno', '10.75.2', '/build/esm/index.js')] : []),
  ...(isLong ? [reactNative('7.13.0'), reactNative('8.20.0')] : []),
  ...(isLong ? [ruby('sentry-ruby', 'program.rb'), ruby('sentry-raven', 'raven.rb')] : []),
]

describe.each(families)('$name', ({ name, run: report }) => {
  it('is shown as it was sent', async ({ skip }) => {
    const project: DoorProject = await stage.newProject(name)
    const ran = await report(project.dsn)
    if ('missing' in ran) return skip(ran.missing)
    const events = project.sent('event').map(({ payload }) => payload as Record<string, unknown>)
    expect(events.length, ran.output).toBeGreaterThan(4)
    for (const sent of events) expectShown(sent, await project.eventOf(sent.event_id))
    const crash = events.find((sent) =>
      JSON.stringify(sent.exception ?? sent.message ?? '').includes('crash at the end'),
    )
    expect(crash, ran.output).toBeDefined()
    await expectAllAccounted(project)
  })
})
