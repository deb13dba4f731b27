import { checkBuild } from '@bugle/sourcemaps'
import { type BuildOptions, readFolders } from '../build-folders.ts'
import type { AnyOptions, Context } from '../context.ts'
import { exitCodes, Failure } from '../failure.ts'
import { plural } from '../format.ts'

interface CheckOptions extends AnyOptions, BuildOptions {
  strict?: boolean
}

/** Checks a build without a server. */
export async function run(context: Context, folders: string[], options: CheckOptions): Promise<void> {
  const { output } = context
  const { files, findings, mapFiles } = await checkBuild(await readFolders(context, folders, options))
  output.list(
    findings,
    [
      ['finding', ({ code }) => code],
      ['file', ({ file }) => file],
      ['why', ({ message, remedy }) => (remedy === undefined ? message : `${message} Try: ${remedy}`)],
    ],
    `${plural(files.length, 'file')} checked: each has its map, and ids and positions agree.`,
  )
  const positions = files.reduce((sum, file) => sum + file.checkedPositions, 0)
  const matching = files.reduce((sum, file) => sum + file.matchingPositions, 0)
  if (positions > 0) output.note(`${matching} of ${positions} positions that were looked up lead to the same text.`)
  if (mapFiles > 0)
    output.note(
      `${plural(mapFiles, 'map')} would be served with the files. If your source is a secret: bugle sourcemaps upload DIR --delete-after`,
    )
  if (options.strict && findings.length > 0)
    throw new Failure(`${plural(findings.length, 'finding')}.`, { exitCode: exitCodes.findings })
}
