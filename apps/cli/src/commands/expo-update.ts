import type { Context } from '../context.ts'
import { Failure } from '../failure.ts'
import { plural } from '../format.ts'
import { putRelease } from '../put-release.ts'
import { runNpx } from '../run-npx.ts'
import { type ExpoUploadOptions, uploadBundles } from './expo-upload.ts'

interface UpdateOptions extends Pick<ExpoUploadOptions, 'wait'> {
  dir: string
  channel?: string
}

/** An update as `eas update --json` prints it. */
interface PublishedUpdate {
  id: string
  group?: string
  platform: string
  runtimeVersion?: string
  message?: string
}

/**
 * Exports, publishes what was exported by `eas update`, and uploads the map of each platform under the id of its update,
 * which is recorded for the selected release.
 */
export async function run(context: Context, args: string[], { dir, channel, wait }: UpdateOptions): Promise<void> {
  await runNpx(context, ['expo', 'export', '--source-maps', '--output-dir', dir])
  const ofChannel = channel === undefined ? [] : ['--channel', channel]
  const publish = ['eas', 'update', '--json', '--non-interactive', '--skip-bundler', '--input-dir', dir]
  const updates = parseUpdates(await runNpx(context, [...publish, ...ofChannel, ...args], { isCaptured: true }))
  const ids = new Map(updates.map(({ platform, id }) => [platform, id]))
  await uploadBundles(context, dir, { wait, updateIdOf: (platform) => ids.get(platform) })
  const release = context.settings.release?.value
  if (release === undefined)
    return context.output.note('The updates belong to no release: set BUGLE_RELEASE to record them for one.')
  for (const { id, group, runtimeVersion, message } of updates) {
    const facts = { group: group ?? null, runtime_version: runtimeVersion ?? null, message: message ?? null }
    await putRelease(context, release, { expo: { update_id: id, channel: channel ?? null, ...facts } })
  }
  context.output.note(`Recorded ${plural(updates.length, 'update')} for ${release}.`)
}

function parseUpdates(printed: string): PublishedUpdate[] {
  const start = printed.indexOf('[')
  try {
    const updates = JSON.parse(printed.slice(start)) as PublishedUpdate[]
    if (
      updates.length > 0 &&
      updates.every(({ id, platform }) => typeof id === 'string' && typeof platform === 'string')
    )
      return updates
  } catch {
    // It printed something else.
  }
  throw new Failure('"eas update --json" named no updates. It published what it says; the maps were not uploaded.', {
    remedy: 'bugle expo upload --update-id ID',
  })
}
