import { join } from 'node:path'
import { build } from 'esbuild'
import { installRuntime } from '../../scripts/runtimes.mjs'
import { chromiumTool, launchChromium } from '../harness/chromium.ts'
import { findTool } from '../programs/describe-with-tool.ts'
import { isLong } from '../sdks/long.ts'
import { installDebian, installMaven, installNpm, installPython } from './installs.ts'
import { compileKotlin } from './kotlin.ts'
import { servePage } from './page-site.ts'
import { cache, hasCommand, programs, type Ran, root, run } from './stage.ts'

/** Programs that each SDK has: one reports in every way and crashes, the other reports COUNT errors. */
export type Program = 'report' | 'flood'

/** An SDK of Sentry, in the runtime of its language. */
export interface Family {
  name: string
  /** Runs a program to its end; or says what is missing here. */
  run: (program: Program, env: Record<string, string>) => Promise<Ran | { missing: string }>
}

const node = (version: string): Family => ({
  name: `@sentry/node ${version}`,
  run: async (program, env) => {
    const installed = installNpm(`node-${version}`, { '@sentry/node': version })
    if ('missing' in installed) return installed
    return run(process.execPath, [scriptOf(program)], { ...env, SDK: installed.directory })
  },
})

const scriptOf = (program: Program) => join(programs, program === 'report' ? 'node.mjs' : 'flood.mjs')

const python = (version: string): Family => ({
  name: `sentry-sdk ${version}`,
  run: async (program, env) => {
    const installed = installPython(`sentry-sdk==${version}`)
    if ('missing' in installed) return installed
    return run('python3', [pythonScriptOf(program)], { ...env, PYTHONPATH: installed.directory })
  },
})

const pythonScriptOf = (program: Program) => join(programs, program === 'report' ? 'program.py' : 'flood.py')

/** The package of Debian, which stays at the version of its release. */
const pythonOfDebian: Family = {
  name: 'python3-sentry-sdk of Debian',
  run: async (program, env) => {
    const missing = installDebian('python3-sentry-sdk')
    if (missing !== undefined) return { missing }
    return run('/usr/bin/python3', [pythonScriptOf(program)], env)
  },
}

const browser = (version: string): Family => ({
  name: `@sentry/browser ${version}`,
  run: async (program, env) => {
    const chromium = findTool(chromiumTool)
    if (chromium === undefined) return { missing: 'no chromium' }
    const installed = installNpm(`browser-${version}`, { '@sentry/browser': version })
    if ('missing' in installed) return installed
    const { outputFiles } = await build({
      entryPoints: [join(programs, `page-${program}.mjs`)],
      bundle: true,
      write: false,
      alias: { '@sentry/browser': join(installed.directory, 'node_modules/@sentry/browser') },
    })
    return runPage(chromium, outputFiles[0]!.text, env)
  },
})

/** Opens a page with a script, which has the settings in its address, and waits until its `done` settles. */
async function runPage(chromium: string, script: string, env: Record<string, string>): Promise<Ran> {
  const site = await servePage(script)
  const browser = await launchChromium(chromium)
  let output = ''
  try {
    const page = await browser.newPage()
    page.on('console', (message) => (output += `${message.text()}\n`))
    await page.goto(`${site.origin}/?${new URLSearchParams(env)}`)
    await page.evaluate(() => (window as unknown as { done: Promise<void> }).done)
    return { code: 0, output }
  } finally {
    await browser.close()
    site.close()
  }
}

const go: Family = {
  name: 'sentry-go',
  run: async (program, env) => {
    if (!hasCommand('go', 'version')) return { missing: 'no go' }
    return run('go', ['run', program === 'report' ? '.' : './flood'], env, join(programs, 'go'))
  },
}

const java: Family = {
  name: 'sentry-java',
  run: async (program, env) => {
    if (!hasCommand('mvn', '--version')) return { missing: 'no mvn' }
    const jar = installMaven('io.sentry', 'sentry', '8.62.0')
    if ('missing' in jar) return jar
    const source = program === 'report' ? 'Program.java' : 'Flood.java'
    return run('java', ['-cp', jar.path, join(programs, source)], env)
  },
}

const kotlin: Family = {
  name: 'sentry-kotlin',
  run: async (program, env) => {
    const compiled = await compileKotlin()
    if ('missing' in compiled) return compiled
    return compiled.run(program === 'report' ? 'ProgramKt' : 'FloodKt', env)
  },
}

const rust: Family = {
  name: 'sentry-rust',
  run: async (program, env) => {
    if (!hasCommand('cargo', '--version')) return { missing: 'no cargo' }
    const args = [
      '--bin',
      program === 'report' ? 'shop' : 'flood',
      '--manifest-path',
      join(programs, 'rust/Cargo.toml'),
    ]
    return run('cargo', ['run', '--quiet', ...args], { ...env, CARGO_TARGET_DIR: join(cache, 'rust') })
  },
}

export const bunOf = { name: '@oven/bun-linux-x64', version: '1.4.4', bin: 'bin/bun' }
const denoOf = { name: '@deno/linux-x64-glibc', version: '2.9.6', bin: 'deno' }

/** An SDK for another runtime, whose program comes from npm as well. */
const elsewhere = (name: 'bun' | 'deno', version: string, entry: string): Family => ({
  name: `@sentry/${name} ${version}`,
  run: async (program, env) => {
    const runtime = installRuntime(name === 'bun' ? bunOf : denoOf)
    const installed = installNpm(`${name}-${version}`, { [`@sentry/${name}`]: version })
    if ('missing' in runtime) return runtime
    if ('missing' in installed) return installed
    const args = name === 'bun' ? ['run'] : ['run', '--allow-all', '--quiet', '--node-modules-dir=manual']
    const settings = { ...env, SDK: installed.directory, ENTRY: `node_modules/@sentry/${name}${entry}` }
    return run(runtime.path, [...args, scriptOf(program)], settings)
  },
})

const reactNative = (version: string): Family => ({
  name: `@sentry/react-native ${version}`,
  run: async (program, env) => {
    const installed = installNpm(`react-native-${version}`, { '@sentry/react-native': version }, ['--legacy-peer-deps'])
    if ('missing' in installed) return installed
    const outfile = join(installed.directory, `${program}.mjs`)
    const source = program === 'report' ? 'react-native.mjs' : 'flood-react-native.mjs'
    await bundleReactNative(join(programs, source), installed.directory, outfile)
    return run(process.execPath, [outfile], env)
  },
})

/** Bundles the program as Metro does, for Node: React Native itself is a stub. */
export async function bundleReactNative(program: string, directory: string, outfile: string): Promise<void> {
  const stub = join(programs, 'react-native-stub.cjs')
  await build({
    entryPoints: [program],
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

const ruby = (name: string, scripts: Record<Program, string>): Family => ({
  name,
  run: async (program, env) => {
    const missing = installDebian(`ruby-${name}`)
    if (missing !== undefined) return { missing }
    return run('ruby', [join(programs, scripts[program])], env)
  },
})

/** SDKs that every run drives; the others take a minute or more to install. */
export const families: Family[] = [
  ...[node('10.78.0'), python('2.75.0'), go],
  ...(isLong ? ['7.120.4', '8.55.0', '9.47.1', '11.8.0'].map(node) : []),
  ...(isLong ? ['7.120.4', '8.55.0', '9.47.1', '10.78.0', '11.12.0'].map(browser) : []),
  ...(isLong ? [python('1.45.1'), pythonOfDebian, java, kotlin, rust] : []),
  ...(isLong ? [elsewhere('bun', '11.8.0', ''), elsewhere('deno', '10.75.2', '/build/esm/index.js')] : []),
  ...(isLong ? [reactNative('7.13.0'), reactNative('8.20.0')] : []),
  ...(isLong ? [ruby('sentry-ruby', { report: 'program.rb', flood: 'flood.rb' })] : []),
  ...(isLong ? [ruby('sentry-raven', { report: 'raven.rb', flood: 'flood-raven.rb' })] : []),
]
