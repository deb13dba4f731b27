import { injectBuild } from '@bugle/sourcemaps'
import { type BuildOptions, readFolders } from '../build-folders.ts'
import type { AnyOptions, Context } from '../context.ts'
import { exitCodes, Failure } from '../failure.ts'
import { plural } from '../format.ts'

interface InjectOptions extends AnyOptions, BuildOptions {
  dryRun?: boolean
  strict?: boolean
}

/** Gives built files and their maps debug ids, in place. */
export async function run(context: Context, folders: string[], options: InjectOptions): Promise<void> {
  const { output } = context
  const { dryRun = false, strict = false } = options
  const build = await readFolders(context, folders, options)
  const { files, updatedPages, staleHashes } = await injectBuild(build, { dryRun })
  const rows = output.json || output.verbose ? files : files.filter(({ change }) => change !== 'none')
  output.list(
    rows.map(({ path: _, debugId, ...file }) => ({ ...file, debug_id: debugId })),
    [
      ['file', ({ name }) => name],
      ['debug id', ({ debug_id }) => debug_id ?? '–'],
      ['change', ({ change, reason }) => (reason === undefined ? change : `${change}: ${reason}`)],
    ],
    'Every file has its debug id already. Deploy these files: a copy that was made before has none.',
  )
  for (const page of updatedPages) output.note(`Updated hashes for Subresource Integrity in ${page}.`)
  for (const script of staleHashes)
    output.warn(`${script} contains the hash of a changed file. Compute it after the ids are injected.`)
  const skipped = files.filter(({ change }) => change === 'skipped')
  if (skipped.length === files.length)
    throw new Failure('No file has a source map. Build with source maps.', { exitCode: exitCodes.nothingFound })
  if (dryRun) output.note('Nothing was written (--dry-run).')
  if (strict && skipped.length > 0)
    throw new Failure(`${plural(skipped.length, 'file')} got no debug id.`, { exitCode: exitCodes.findings })
}
