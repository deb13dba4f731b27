import { type DebugFileUpload, isUnusable, listDebugFiles } from '@bugle/sourcemaps'
import type { AnyOptions, Context } from '../context.ts'
import { exitCodes, Failure } from '../failure.ts'
import { formatBytes, plural } from '../format.ts'
import { printUpload, sendSources } from '../upload-sources.ts'

interface DebugFileOptions extends AnyOptions {
  ignore?: string[]
  uuid?: string
  /** Commander sets it to false for `--no-wait`. */
  wait: boolean
  dryRun?: boolean
  strict?: boolean
}

/** Uploads the debug files among files and folders, which their content shows. */
export async function run(context: Context, paths: string[], options: DebugFileOptions): Promise<void> {
  const { output } = context
  const { ignore = [], uuid } = options
  const { uploads, skipped } = await listDebugFiles(paths, { ignore, uuid })
  for (const { name, reason } of skipped) output.warn(`${name}: ${reason}`)
  requireMatch(context, uploads, paths)
  if (options.dryRun) return printPlan(context, uploads)
  const result = await sendSources(context, uploads, { wait: options.wait })
  printUpload(context, result)
  const bad = result.files.filter(isUnusable)
  if (bad.length === result.files.length) throw new Failure('The server could use none of the files.')
  if (options.strict && bad.length + skipped.length > 0)
    throw new Failure(`${plural(bad.length + skipped.length, 'file')} cannot be used.`, {
      exitCode: exitCodes.findings,
    })
}

/** Debug files are found by an id, else by the release: without both, no event could ever meet them. */
function requireMatch({ settings }: Context, uploads: DebugFileUpload[], paths: string[]): void {
  if (uploads.length === 0)
    throw new Failure(`There are no debug files in ${paths.join(', ')}.`, { exitCode: exitCodes.nothingFound })
  const without = uploads.filter(({ debugId, buildId }) => debugId === undefined && buildId === '')
  if (without.length > 0 && settings.release === undefined)
    throw new Failure(
      `${plural(without.length, 'file')} without an id of the build, and no release is set: no event could be matched. The first is ${without[0]!.name}.`,
      { exitCode: exitCodes.usage, remedy: `bugle debug-files upload ${paths.join(' ')} --release VERSION` },
    )
}

const kinds = { jvm_mapping: 'mapping', native_symbols: 'symbols', dart_names: 'obfuscation map' }

function printPlan({ output, settings }: Context, uploads: DebugFileUpload[]): void {
  output.list(
    uploads.map(({ name, kind, debugId = null, buildId, size, sha256 }) => ({
      name,
      kind,
      debug_id: debugId,
      build_id: buildId || null,
      size,
      sha256,
    })),
    [
      ['file', ({ name }) => name],
      ['kind', ({ kind }) => kinds[kind]],
      ['id', ({ debug_id, build_id }) => debug_id ?? build_id ?? '–'],
      ['size', ({ size }) => formatBytes(size)],
    ],
    '',
  )
  const release = settings.release === undefined ? 'no release' : `release ${settings.release.value}`
  output.note(`Nothing was sent (--dry-run); ${release}.`)
}
