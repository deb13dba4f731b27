import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build as esbuild } from 'esbuild'
import { rollup } from 'rollup'
import { build as vite } from 'vite'
import { describe, expect, it } from 'vitest'
import webpack from 'webpack'
import { installRuntime } from '../../scripts/runtimes.mjs'
import { pause } from '../harness/built-server.ts'
import { issuesOf, latestOf } from '../sdks/issues.ts'
import { isLong } from '../sdks/long.ts'
import { openStage } from '../sdks/stage.ts'
import { runCompiler, webpackOptions } from './builds.ts'
import { apiTokenOf, writeProgram } from './programs.ts'

// Sentry's bundler plugins as they are, of which only the URL and the token change; the program reports with our SDK.

const stage = openStage('sentry-plugins', 'com.example.shop')
const version = '5.4.0'

interface Options {
  url: string
  authToken: string
  org: string
  project: string
}

/** Loads a plugin of Sentry, and makes it for a project. */
async function pluginOf(bundler: string, options: Options): Promise<never> {
  const runtime = installRuntime({ name: `@sentry/${bundler}-plugin`, version, bin: 'package.json' })
  if ('missing' in runtime) throw new Error(runtime.missing)
  const { module = '', main = '' } = JSON.parse(readFileSync(runtime.path, 'utf8'))
  const loaded = await import(pathToFileURL(join(runtime.path, '..', module || main)).href)
  const make = loaded[`sentry${bundler[0]!.toUpperCase()}${bundler.slice(1)}Plugin`]
  return make({
    ...options,
    telemetry: false,
    silent: true,
    errorHandler: (error: Error) => {
      throw error
    },
  }) as never
}

const external = ['@bugle/node']

/** Builds a program with each bundler into `dist/main.mjs`, minified and with maps. */
const builds: Record<string, (folder: string, options: Options) => Promise<void>> = {
  async vite(folder, options) {
    await vite({
      root: folder,
      configFile: false,
      logLevel: 'error',
      plugins: [await pluginOf('vite', options)],
      build: {
        ssr: join(folder, 'main.js'),
        outDir: 'dist',
        minify: true,
        sourcemap: true,
        rolldownOptions: { external, output: { entryFileNames: 'main.mjs' } },
      },
    })
  },

  async rollup(folder, options) {
    const plugins = [await pluginOf('rollup', options)]
    const bundle = await rollup({ input: join(folder, 'main.js'), external, plugins })
    await bundle.write({ dir: join(folder, 'dist'), entryFileNames: 'main.mjs', format: 'es', sourcemap: true })
    await bundle.close()
  },

  async webpack(folder, options) {
    const given = { ...webpackOptions(folder, await pluginOf('webpack', options)), devtool: 'source-map' }
    await runCompiler(webpack(given as webpack.Configuration)!)
  },

  async esbuild(folder, options) {
    await esbuild({
      entryPoints: [join(folder, 'main.js')],
      outfile: join(folder, 'dist/main.mjs'),
      bundle: true,
      minify: true,
      platform: 'node',
      format: 'esm',
      external,
      logLevel: 'error',
      sourcemap: true,
      plugins: [await pluginOf('esbuild', options)],
    })
  },
}

describe.skipIf(!isLong).each(Object.keys(builds))('Sentry’s plugin for %s', (bundler) => {
  it('uploads maps by which every frame is symbolicated', async () => {
    const project = await stage.newProject(`Shop of ${bundler}`)
    const folder = writeProgram(stage, bundler, project.ingestToken)
    const authToken = await apiTokenOf(stage.account)
    await builds[bundler]!(folder, { url: stage.server.url, authToken, org: 'ours', project: `shop-of-${bundler}` })
    const ended = await stage.host.run([join(folder, 'dist/main.mjs')], {})
    expect(ended).toMatchObject({ code: 0, stderr: '' })
    const issues = await issuesOf(stage.account, project, 1)
    const ownFrames = async () => {
      const { frames } = (await latestOf(stage.account, issues, 'RangeError')).exceptions[0]!
      return frames.filter(({ file = '' }) => file.includes('/dist/'))
    }
    let frames = await ownFrames()
    // Plugins do not wait for the index.
    for (; frames.some((one) => one.symbolication?.reason?.code === 'indexing'); frames = await ownFrames())
      await pause(100)
    const unresolved = frames.filter((one) => one.symbolication!.state !== 'resolved')
    for (const { symbolication } of unresolved)
      expect(symbolication!.reason!.sentence).toBe('The bundler itself made this code; it has no original.')
    const own = frames.flatMap(({ symbolication: one }) => (one!.in_app ? one! : []))
    expect(own.map(({ by, file, function: name, line }) => `${by} ${file!.split('/').at(-1)} ${name}:${line}`)).toEqual(
      ['debug_id cart.js Cart.total:6', 'debug_id main.js <module>:5'],
    )
  })
})
