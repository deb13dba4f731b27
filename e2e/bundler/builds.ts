import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rspack } from '@rspack/core'
import { build as esbuild } from 'esbuild'
import { rolldown } from 'rolldown'
import { rollup } from 'rollup'
import { build as vite } from 'vite'
import webpack from 'webpack'

/** A program to build: its folder, and the options of the plugin. */
export interface Program {
  folder: string
  options: object
}

const docs = new URL('../../docs/bundlers/', import.meta.url)
let configurations = 0

/** Loads the configuration of the bundler's documentation page, with the options of this test; returns its plugin. */
async function pluginOf(bundler: string, { folder, options }: Program): Promise<never> {
  const page = readFileSync(new URL(`${bundler}.md`, docs), 'utf8')
  const code = /```js\n(.*?)```/s.exec(page)![1]!
  const filled = code.replace(/bugle\(\{ url: .* \}\)/, `bugle(${JSON.stringify(options)})`)
  if (filled === code) throw new Error(`docs/bundlers/${bundler}.md does not call the plugin`)
  // Node keeps modules by their path.
  const file = join(folder, `${bundler}.config.${++configurations}.mjs`)
  writeFileSync(file, filled)
  const { default: configuration } = (await import(file)) as { default: { plugins: [never] } }
  return configuration.plugins[0]
}

const entryOf = (folder: string) => join(folder, 'main.js')
const distOf = (folder: string) => join(folder, 'dist')
const external = '@bugle/node'

/** Builds a program with each bundler into `dist/main.mjs`, as its documentation says. */
export const builds: Record<string, (program: Program) => Promise<void>> = {
  async vite(program) {
    const { folder } = program
    await vite({
      root: folder,
      configFile: false,
      logLevel: 'error',
      plugins: [await pluginOf('vite', program)],
      build: {
        ssr: entryOf(folder),
        outDir: 'dist',
        minify: true,
        rolldownOptions: { external, output: { entryFileNames: 'main.mjs' } },
      },
    })
  },

  async rollup(program) {
    const { folder } = program
    const bundle = await rollup({ input: entryOf(folder), external, plugins: [await pluginOf('rollup', program)] })
    await bundle.write({ dir: distOf(folder), entryFileNames: 'main.mjs', format: 'es' })
    await bundle.close()
  },

  async rolldown(program) {
    const { folder } = program
    const plugin = await pluginOf('rolldown', program)
    const bundle = await rolldown({ input: entryOf(folder), external, platform: 'node', plugins: [plugin] })
    await bundle.write({ dir: distOf(folder), entryFileNames: 'main.mjs', format: 'esm', minify: true })
    await bundle.close()
  },

  async webpack(program) {
    const { folder } = program
    await runCompiler(webpack(webpackOptions(folder, await pluginOf('webpack', program)) as webpack.Configuration)!)
  },

  async rspack(program) {
    const { folder } = program
    await runCompiler(rspack(webpackOptions(folder, await pluginOf('rspack', program)) as never) as never)
  },

  async esbuild(program) {
    const { folder } = program
    await esbuild({
      entryPoints: [entryOf(folder)],
      outfile: join(distOf(folder), 'main.mjs'),
      bundle: true,
      minify: true,
      platform: 'node',
      format: 'esm',
      external: [external],
      logLevel: 'error',
      plugins: [await pluginOf('esbuild', program)],
    })
  },
}

/** Options for webpack and Rspack, which make a module for Node. */
export function webpackOptions(folder: string, plugin: never): object {
  return {
    mode: 'production',
    target: 'node20',
    context: folder,
    entry: './main.js',
    plugins: [plugin],
    experiments: { outputModule: true },
    externals: { [external]: `module ${external}` },
    output: { path: distOf(folder), filename: 'main.mjs', module: true, chunkFormat: 'module' },
    infrastructureLogging: { level: 'error' },
  }
}

interface Compiler {
  run(done: (error: Error | null, stats?: { hasErrors(): boolean; toString(): string }) => void): void
  close(done: () => void): void
}

/** Runs webpack or Rspack to its end. */
export function runCompiler(compiler: Compiler): Promise<void> {
  return new Promise((resolve, reject) => {
    compiler.run((error, stats) =>
      compiler.close(() => (error || stats?.hasErrors() ? reject(error ?? new Error(stats?.toString())) : resolve())),
    )
  })
}
