import { type Build, readBuild } from '@bugle/sourcemaps'
import type { Context } from './context.ts'
import { exitCodes, Failure, misuse } from './failure.ts'

/** Options of the commands that read a build. */
export interface BuildOptions {
  ignore?: string[]
}

/** Reads the folders of the arguments, else those of `bugle.json`. */
export async function readFolders(context: Context, given: string[], { ignore }: BuildOptions): Promise<Build> {
  const { sourcemaps } = context.settings
  const folders = given.length > 0 ? given : (sourcemaps.include ?? [])
  if (folders.length === 0)
    throw misuse('Which folder? Name that of your build, or set sourcemaps.include in bugle.json.')
  const build = await readBuild(folders, ignore ?? sourcemaps.ignore)
  if (build.files.length === 0 && build.lonelyMaps.length === 0)
    throw new Failure(`There are no built files in ${folders.join(', ')}.`, { exitCode: exitCodes.nothingFound })
  return build
}
