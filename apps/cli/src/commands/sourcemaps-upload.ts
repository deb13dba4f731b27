import type { Platform } from '@bugle/protocol/vocabulary'
import { type Build, deleteMaps, isUnusable, listUploads, type UploadSource } from '@bugle/sourcemaps'
import { type BuildOptions, readFolders } from '../build-folders.ts'
import type { AnyOptions, Context } from '../context.ts'
import { exitCodes, Failure } from '../failure.ts'
import { formatBytes, plural } from '../format.ts'
import { printUpload, refuseNotMaps, sendSources } from '../upload-sources.ts'

interface UploadOptions extends AnyOptions, BuildOptions {
  urlPrefix?: string
  stripPrefix?: string
  /** Commander sets it to false for `--no-wait`. */
  wait: boolean
  deleteAfter?: boolean
  platform?: Platform
  updateId?: string
  dryRun?: boolean
  strict?: boolean
}

/** Uploads the source maps of a build. */
export async function run(context: Context, folders: string[], options: UploadOptions): Promise<void> {
  const { settings, output } = context
  const build = await readFolders(context, folders, options)
  const withoutMap = build.files.filter(({ map }) => map.kind === 'none')
  const urlPrefix = options.urlPrefix ?? settings.sourcemaps.urlPrefix
  const { stripPrefix } = options
  const { sources: listed, notMaps } = await listUploads(build, {
    ...(urlPrefix === undefined ? {} : { urlPrefix }),
    ...(stripPrefix === undefined ? {} : { stripPrefix }),
  })
  if (listed.length === 0) refuseNotMaps(notMaps)
  const sources = withoutLonelyMaps(context, build, listed)
  requireMatch(context, sources, folders)
  if (options.dryRun) return printPlan(context, sources)
  const result = await sendSources(context, sources, options)
  printUpload(context, result)
  for (const { name } of withoutMap) output.warn(`${name} has no source map.`)
  if (options.deleteAfter) output.note(`Deleted ${plural(await deleteMaps(build, result.files), 'map')}.`)
  refuseNotMaps(notMaps)
  const bad = result.files.filter(isUnusable)
  if (bad.length === result.files.length) throw new Failure('The server could use none of the files.')
  if (options.strict && bad.length + withoutMap.length > 0)
    throw new Failure(`${plural(bad.length + withoutMap.length, 'file')} without a usable map.`, {
      exitCode: exitCodes.findings,
    })
}

/**
 * Leaves out maps that no file refers to, if nothing could lead to them: Turbopack writes one for a script that it copies.
 * Where there are no others, they stay, and the upload is refused.
 */
function withoutLonelyMaps({ output, settings }: Context, build: Build, sources: UploadSource[]): UploadSource[] {
  if (settings.release !== undefined) return sources
  const lonely = new Set(build.lonelyMaps.map(({ name }) => name))
  const isLeftOut = ({ name, debugId }: UploadSource) => debugId === undefined && lonely.has(name)
  const kept = sources.filter((source) => !isLeftOut(source))
  if (kept.length === 0) return sources
  for (const { name } of sources.filter(isLeftOut))
    output.warn(`${name} is left out: it has no debug id, and no file of the folder refers to it.`)
  return kept
}

/** Maps are found by debug id, else by release and address: without both, no event could ever meet them. */
function requireMatch({ settings }: Context, sources: UploadSource[], folders: string[]): void {
  if (sources.length === 0)
    throw new Failure('There are no source maps in these folders. Build with source maps.', {
      exitCode: exitCodes.nothingFound,
    })
  const without = sources.filter(({ debugId }) => debugId === undefined)
  if (without.length > 0 && settings.release === undefined)
    throw new Failure(
      `${plural(without.length, 'file')} without a debug id, and no release is set: no event could be matched.`,
      { exitCode: exitCodes.usage, remedy: `bugle sourcemaps inject ${folders.join(' ') || 'DIR'}` },
    )
}

function printPlan({ output, settings }: Context, sources: UploadSource[]): void {
  output.list(
    sources.map(({ read: _, chunks: __, debugId = null, ...source }) => ({ ...source, debug_id: debugId })),
    [
      ['file', ({ name }) => name],
      ['for', ({ url }) => url],
      ['debug id', ({ debug_id }) => debug_id ?? '–'],
      ['size', ({ size }) => formatBytes(size)],
    ],
    '',
  )
  const release = settings.release === undefined ? 'no release' : `release ${settings.release.value}`
  output.note(`Nothing was sent (--dry-run); ${release}.`)
}
