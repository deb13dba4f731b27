import { listUploads, readExpoExport } from '@bugle/sourcemaps'
import type { AnyOptions, Context } from '../context.ts'
import { exitCodes, Failure } from '../failure.ts'
import { printUpload, refuseNotMaps, sendSources } from '../upload-sources.ts'

export interface ExpoUploadOptions extends AnyOptions {
  updateId?: string
  /** Commander sets it to false for `--no-wait`. */
  wait: boolean
}

/** Uploads the maps of an Expo export, those of each platform for itself. */
export async function run(context: Context, folder = 'dist', { wait, updateId }: ExpoUploadOptions): Promise<void> {
  await uploadBundles(context, folder, { wait, updateIdOf: () => updateId })
}

interface BundleOptions {
  wait: boolean
  /** Returns the id of the update that a platform got, if one was published. */
  updateIdOf: (platform: 'ios' | 'android') => string | undefined
}

/** Uploads the map of each platform of an export, under the update of the platform. */
export async function uploadBundles(
  context: Context,
  folder: string,
  { wait, updateIdOf }: BundleOptions,
): Promise<void> {
  const bundles = await readExpoExport(folder)
  if (bundles.length === 0)
    throw new Failure(`${folder} has no bundle for iOS or Android.`, { exitCode: exitCodes.nothingFound })
  for (const { platform, build } of bundles) {
    const updateId = updateIdOf(platform)
    const { sources, notMaps } = await listUploads(build)
    refuseNotMaps(notMaps)
    const [source] = sources
    if (source === undefined)
      throw new Failure(`The bundle for ${platform} has no source map.`, {
        exitCode: exitCodes.nothingFound,
        remedy: 'bugle expo export',
      })
    if (source.debugId === undefined && context.settings.release === undefined && updateId === undefined)
      throw new Failure(
        `The map for ${platform} has no debug id, and neither a release nor an update is set: no event could meet it.`,
        { exitCode: exitCodes.usage },
      )
    printUpload(context, await sendSources(context, sources, { wait, platform, updateId }))
  }
}
