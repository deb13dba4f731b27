import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createApiClient, type Schemas } from '@bugle/api-client'
import { injectBuild, listUploads, readBuild, uploadBuild } from '@bugle/sourcemaps'
import { rspack } from '@rspack/core'
import { build as esbuild } from 'esbuild'
import { rolldown } from 'rolldown'
import { rollup } from 'rollup'
import { build as vite } from 'vite'
import { describe, expect, it } from 'vitest'
import webpack from 'webpack'
import { openStage } from '../sdks/stage.ts'
import { runCompiler } from './builds.ts'

// Maps of another build than the one that runs, by six bundlers: no line is shown that is not the one that ran, unless the
// frame says that it may be wrong.

const stage = openStage('wrong-builds', 'com.example.shop')

interface BuildOptions {
  folder: string
  minify: boolean
  /** Maps of lines alone, where the bundler can make them. */
  isCheap?: boolean
}

const packing = ({ folder, minify, isCheap = false }: BuildOptions) => ({
  ...{ mode: minify ? 'production' : 'none', target: 'node20', context: folder, entry: './main.js' },
  ...{ experiments: { outputModule: true }, devtool: isCheap ? 'cheap-module-source-map' : 'source-map' },
  output: { path: join(folder, 'dist'), filename: 'main.mjs', module: true, chunkFormat: 'module' },
  infrastructureLogging: { level: 'error' },
})
const output = ({ folder }: BuildOptions) => ({
  dir: join(folder, 'dist'),
  entryFileNames: 'main.mjs',
  sourcemap: true,
})

const bundlers: Record<string, (options: BuildOptions) => Promise<unknown>> = {
  async vite(options) {
    const { folder, minify } = options
    await vite({
      ...{ root: folder, configFile: false, logLevel: 'error' },
      build: {
        ...{ ssr: join(folder, 'main.js'), outDir: 'dist', minify, sourcemap: true },
        rolldownOptions: { output: { entryFileNames: 'main.mjs' } },
      },
    })
  },
  async rollup(options) {
    const bundle = await rollup({ input: join(options.folder, 'main.js') })
    await bundle.write({ ...output(options), format: 'es', compact: options.minify })
    await bundle.close()
  },
  async rolldown(options) {
    const bundle = await rolldown({ input: join(options.folder, 'main.js'), platform: 'node' })
    await bundle.write({ ...output(options), format: 'esm', minify: options.minify })
    await bundle.close()
  },
  webpack: (options) => runCompiler(webpack(packing(options) as webpack.Configuration)!),
  rspack: (options) => runCompiler(rspack(packing(options) as never) as never),
  esbuild: ({ folder, minify }) =>
    esbuild({
      ...{ entryPoints: [join(folder, 'main.js')], outfile: join(folder, 'dist/main.mjs'), bundle: true, minify },
      ...{ platform: 'node', format: 'esm', sourcemap: true, logLevel: 'error' },
    }),
}

/** The files of a program; the later version has more lines and other columns. */
const programs: Record<'one' | 'two', Record<string, string>> = {
  one: {
    'cart.js': `export class Cart {
  constructor(prices) { this.prices = prices }
  total() {
    if (this.prices.length === 0) throw new RangeError('the cart is empty')
    return this.prices.reduce((sum, price) => sum + price)
  }
}
`,
    'checkout.js': `import { Cart } from './cart.js'
export function checkout(prices, rounds) {
  if (rounds > 0) return checkout(prices, rounds - 1).then((paid) => paid)
  const cart = new Cart(prices)
  return { paid: cart.total() }
}
`,
    'main.js': `import { checkout } from './checkout.js'
const visits = [globalThis.process.argv.length]
for (const visit of visits) {
  try {
    checkout([], visit)
  } catch (error) {
    console.log(error.stack)
  }
}
`,
  },
  two: {
    'cart.js': `/** Prices in cents. */
export function rounded(price, step) {
  return Math.round(price / step) * step
}
export class Cart {
  constructor(prices) { this.prices = prices }
  add(price) { this.prices.push(rounded(price, globalThis.step ?? 5)); return this }
  total() {
    if (this.prices.length === 0) throw new RangeError('the cart is empty')
    return this.prices.reduce((sum, price) => sum + rounded(price, 1))
  }
}
`,
    'checkout.js': `import { Cart } from './cart.js'
/** Pays, in several rounds. */
export function checkout(prices, rounds) {
  console.error('round %d of a checkout', rounds)
  if (rounds > 0) return checkout(prices, rounds - 1).then((paid) => paid)
  const cart = new Cart(prices)
  if (rounds < 0) cart.add(1).add(2)
  return { paid: cart.total() }
}
`,
    'main.js': `import { checkout } from './checkout.js'
const visits = [globalThis.process.argv.length]
for (const visit of visits) {
  console.error('a visit', visit)
  try {
    checkout([], visit)
  } catch (error) {
    console.log(error.stack)
  }
}
`,
  },
}
type Version = keyof typeof programs

/** The places that a version's stack is of, as `file:line`. */
const placesOf = (version: Version): Set<string> => {
  const calls = {
    'cart.js': ['throw new'],
    'checkout.js': ['return checkout(', 'cart.total()'],
    'main.js': ['    checkout('],
  }
  return new Set(
    Object.entries(calls).flatMap(([file, texts]) =>
      texts.map(
        (text) => `${file}:${programs[version][file]!.split('\n').findIndex((line) => line.includes(text)) + 1}`,
      ),
    ),
  )
}

class Project {
  readonly id: string
  constructor(id: string) {
    this.id = id
  }

  get api() {
    const { token } = stage.account
    return createApiClient({ baseUrl: stage.server.url, headers: { authorization: `Bearer ${token}` } })
  }

  async upload(dist: string): Promise<void> {
    const { sources } = await listUploads(await readBuild([dist]))
    const { files } = await uploadBuild({ api: this.api, projectId: this.id }, sources, { release: '1.0', wait: true })
    expect(files.map(({ state }) => state)).toEqual(['accepted'])
  }

  /** Runs the program, and returns the frames of its own code. */
  async framesOf(dist: string): Promise<Schemas['FrameView'][]> {
    const { stdout, stderr } = spawnSync(process.execPath, [join(dist, 'main.mjs')], { encoding: 'utf8' })
    expect(stdout, stderr).toContain('RangeError: the cart is empty')
    const stack = stdout.replaceAll(/file:\/\/\S*\/main\.mjs/g, 'https://shop.example/main.mjs')
    const params = { path: { id: this.id } }
    const body = { stack, platform: 'node' as const, release: '1.0' }
    const { data } = await this.api.POST('/api/projects/{id}/symbolicate', { params, body })
    return data!.frames.filter(({ file }) => file?.endsWith('main.mjs'))
  }
}

const placeOf = ({ symbolication: one }: Schemas['FrameView']) => `${one!.file!.split('/').at(-1)}:${one!.line}`
const reasonsOf = (frames: Schemas['FrameView'][]) =>
  frames.map(({ symbolication }) => `${symbolication?.state} ${symbolication?.reason?.code ?? ''}`.trim())

/** No frame has a place that did not run, unless it says so. */
const expectNoneWrong = (frames: Schemas['FrameView'][], version: Version): void => {
  const shown = frames.filter(({ symbolication: one }) => one?.state === 'resolved' && one.reason === undefined)
  expect([...placesOf(version)]).toEqual(expect.arrayContaining(shown.map(placeOf)))
}

const versions = { one: 'one', two: 'two' } as const

describe.concurrent.each(Object.keys(bundlers))('a build by %s', (bundler) => {
  const build = async (version: Version, name: string, options: Omit<BuildOptions, 'folder'>): Promise<string> => {
    const folder = join(stage.host.directory, `${bundler}-${name}`)
    mkdirSync(folder, { recursive: true })
    for (const [file, text] of Object.entries(programs[version])) writeFileSync(join(folder, file), text)
    await bundlers[bundler]!({ folder, ...options })
    return join(folder, 'dist')
  }
  const newProject = async (name: string) => new Project((await stage.newProject(`${bundler} ${name}`)).id)

  it.each([true, false])('resolves its own stack by release and address, minified: %s', async (minify) => {
    const dist = await build(versions.one, `own-${minify}`, { minify })
    const project = await newProject(`own ${minify}`)
    await project.upload(dist)
    const frames = await project.framesOf(dist)
    // Code that webpack and Rspack add has no original.
    const own = reasonsOf(frames).filter((reason) => reason !== 'unresolved position_outside')
    expect(new Set(own)).toEqual(new Set(['resolved']))
    expectNoneWrong(frames, versions.one)
    expect(placeOf(frames[0]!)).toBe('cart.js:4')
  })

  it.each([true, false])('knows a copy that was made before ids were injected, minified: %s', async (minify) => {
    const dist = await build(versions.one, `copy-${minify}`, { minify })
    const served = `${dist}-served`
    cpSync(dist, served, { recursive: true })
    await injectBuild(await readBuild([dist]))
    const project = await newProject(`copy ${minify}`)
    await project.upload(dist)
    const frames = await project.framesOf(served)
    expectNoneWrong(frames, versions.one)
    expect(reasonsOf(frames)).toContain('unresolved no_debug_id')
  })

  it.each([true, false])('knows the map of another build, minified: %s', async (minify) => {
    const former = await build(versions.one, `former-${minify}`, { minify })
    const dist = await build(versions.two, `later-${minify}`, { minify })
    const project = await newProject(`other ${minify}`)
    await project.upload(former)
    expectNoneWrong(await project.framesOf(dist), versions.two)
    // Both are there: each stack meets its own.
    await project.upload(dist)
    expect(placeOf((await project.framesOf(former))[0]!)).toBe('cart.js:4')
    expect(placeOf((await project.framesOf(dist))[0]!)).toBe('cart.js:9')
  })

  it.runIf(bundler === 'webpack' || bundler === 'rspack')(
    'with a map of lines alone is right, or doubted',
    async () => {
      const options = { minify: false, isCheap: true }
      const former = await build(versions.one, 'cheap-former', options)
      const dist = await build(versions.two, 'cheap-later', options)
      const project = await newProject('cheap')
      await project.upload(former)
      expect(placeOf((await project.framesOf(former))[0]!)).toBe('cart.js:4')
      expectNoneWrong(await project.framesOf(dist), versions.two)
    },
  )
})
