import { dirname, join, resolve } from 'node:path'
import { createUnplugin, type UnpluginInstance, type UnpluginOptions } from 'unplugin'
import type { BugleOptions, Settings } from './options.ts'
import { type Log, processOutput } from './process-output.ts'
import { readSettings } from './read-settings.ts'

/** The options of Rollup's outputs that are read and changed. */
interface OutputOptions {
  dir?: string | undefined
  file?: string | undefined
  sourcemap?: unknown
}

/** The members of the compiler of webpack and Rspack that are used. */
interface WebpackLike {
  options: { devtool?: unknown }
  outputPath: string
  getInfrastructureLogger(name: string): Log
}

/** The options of esbuild that are read and changed. */
interface EsbuildOptions {
  absWorkingDir?: string
  outdir?: string
  outfile?: string
  sourcemap?: unknown
  write?: boolean
}

const name = 'bugle'

/**
 * The plugin of every bundler: asks for source maps where the build makes none, and once files are written, injects
 * debug ids and uploads the maps. It works on written files, because only they are what will be served.
 */
export const unplugin: UnpluginInstance<BugleOptions | undefined, false> = createUnplugin((options = {}) => {
  const settings = settingsOf(options)
  if (settings === undefined) return withoutToken
  let areMapsOurs = false
  let log: Log = prefixed(console)
  /** Finds the folder of an output when it is written; Rollup and its kin report it themselves. */
  let findFolder = (): string | undefined => undefined

  const rollup = {
    outputOptions(output: OutputOptions) {
      areMapsOurs = !output.sourcemap
      return areMapsOurs ? { ...output, sourcemap: 'hidden' } : output
    },
    async writeBundle({ dir, file }: OutputOptions) {
      const folder = dir ?? (file && dirname(file))
      if (folder !== undefined) await processOutput(resolve(folder), settings, areMapsOurs, log)
    },
  }
  const webpack = (compiler: unknown) => {
    const { options: given, getInfrastructureLogger } = compiler as WebpackLike
    log = getInfrastructureLogger.call(compiler, name)
    areMapsOurs = !given.devtool
    if (areMapsOurs) given.devtool = 'hidden-source-map'
    else if (String(given.devtool).includes('eval'))
      log.warn(`devtool "${String(given.devtool)}" makes no source maps that can be uploaded.`)
    findFolder = () => (compiler as WebpackLike).outputPath
  }
  return {
    name,
    enforce: 'post',
    rollup: rollup as never,
    rolldown: rollup as never,
    vite: {
      apply: 'build',
      config({ build }) {
        areMapsOurs = !build?.sourcemap
        return areMapsOurs ? { build: { sourcemap: 'hidden' } } : undefined
      },
      // Frameworks, such as Astro, decide about maps for each environment.
      configEnvironment(_, { build }) {
        return build?.sourcemap ? undefined : { build: { sourcemap: 'hidden' } }
      },
      configResolved({ logger }) {
        log = prefixed(logger)
      },
      writeBundle: { order: 'post', sequential: true, handler: rollup.writeBundle },
    },
    webpack,
    rspack: webpack,
    esbuild: {
      config(given) {
        const esbuild = given as EsbuildOptions
        areMapsOurs = !esbuild.sourcemap
        if (areMapsOurs) esbuild.sourcemap = 'external'
        const folder = esbuild.outdir ?? (esbuild.outfile && dirname(esbuild.outfile))
        // Without writing there is nothing on disk to change.
        if (folder !== undefined && esbuild.write !== false)
          findFolder = () => resolve(join(esbuild.absWorkingDir ?? process.cwd()), folder)
      },
    },
    async writeBundle() {
      const folder = findFolder()
      if (folder !== undefined) await processOutput(folder, settings, areMapsOurs, log)
    },
  }
})

/** Changes nothing, and says at the end of a build what that means. */
const withoutToken: UnpluginOptions = {
  name,
  vite: { apply: 'build' },
  writeBundle() {
    console.info(
      `${name}: nothing is uploaded without a token (BUGLE_TOKEN): errors of this build stay minified until its maps are.`,
    )
  },
}

/** Names the plugin in the log of a bundler that does not do so itself. */
function prefixed(log: Log): Log {
  return { info: (text) => log.info(`${name}: ${text}`), warn: (text) => log.warn(`${name}: ${text}`) }
}

/** A mistake in the options ends the build if they are strict, and else the plugin. */
function settingsOf(options: BugleOptions): Settings | undefined {
  try {
    return readSettings(options, process.env)
  } catch (error) {
    if (options.strict) throw error
    console.warn(`${name}: ${(error as Error).message} No source maps are uploaded.`)
    return undefined
  }
}
