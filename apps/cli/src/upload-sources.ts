import type { Platform } from '@bugle/protocol/vocabulary'
import {
  isUnusable,
  type NotMap,
  type UploadProgress,
  type UploadResult,
  type UploadSource,
  uploadBuild,
} from '@bugle/sourcemaps'
import type { Context } from './context.ts'
import { Failure } from './failure.ts'
import { formatBytes, plural } from './format.ts'
import { ProgressLine } from './progress.ts'

export interface SendOptions {
  /** Waits until the maps are indexed. */
  wait: boolean
  platform?: Platform | undefined
  updateId?: string | undefined
}

/** Uploads files to the selected project, with progress. */
export async function sendSources(
  context: Context,
  sources: UploadSource[],
  { wait, platform, updateId }: SendOptions,
): Promise<UploadResult> {
  const { settings, api, host } = context
  const projectId = await context.projectId()
  const progress = new ProgressLine(context)
  try {
    return await uploadBuild({ api, projectId }, sources, {
      release: settings.release?.value,
      dist: settings.dist?.value,
      platform,
      updateId,
      wait,
      signal: host.signal,
      onProgress: (state) => progress.show(describe(state)),
      onRetry: (error, seconds) => progress.show(`${error.message} Trying again in ${seconds} s.`),
    })
  } finally {
    progress.end()
    if (host.signal.aborted) context.output.note('Interrupted. The same command continues where this one stopped.')
  }
}

function describe({ step, sentBytes, totalBytes, doneFiles, files }: UploadProgress): string {
  return step === 'sending'
    ? `Sending ${formatBytes(sentBytes)} of ${formatBytes(totalBytes)}`
    : `Indexing: ${doneFiles} of ${plural(files, 'file')}`
}

/** Ends a command with the files that are no maps, each with what it is. */
export function refuseNotMaps(notMaps: readonly NotMap[]): void {
  if (notMaps.length === 0) return
  throw new Failure(notMaps.map(({ name, reason }) => `${name} is not a source map: ${reason}.`).join('\n'))
}

/** Prints the outcome of an upload, with a warning for each file that the server cannot use. */
export function printUpload({ output, settings }: Context, { files, sentBytes }: UploadResult): void {
  const duplicates = files.filter(({ state }) => state === 'duplicate').length
  output.result(
    {
      files: files.map(({ debugId, ...file }) => ({ ...file, debug_id: debugId })),
      sent_bytes: sentBytes,
      release: settings.release?.value ?? null,
    },
    () => `${plural(files.length, 'file')}, ${duplicates} already there, ${formatBytes(sentBytes)} sent.`,
  )
  for (const { name, state, reason } of files.filter(isUnusable)) output.warn(`${name}: ${state}. ${reason ?? ''}`)
}
