import type { Context } from '../context.ts'
import { runNpx } from '../run-npx.ts'

/**
 * Builds the app by `eas build`, with the selected server, token, project and release in its environment: the native steps of
 * `@bugle/react-native`, which upload the maps, read them there. Builds on EAS's own servers have the secrets of the project
 * instead.
 */
export async function run(context: Context, args: string[]): Promise<void> {
  const { project, release } = context.settings
  const env = {
    BUGLE_URL: context.url,
    BUGLE_TOKEN: context.token,
    ...(project === undefined ? {} : { BUGLE_PROJECT: project.value }),
    ...(release === undefined ? {} : { BUGLE_RELEASE: release.value }),
  }
  if (!args.includes('--local'))
    context.output.note(
      'The servers of EAS read BUGLE_URL and BUGLE_TOKEN from the environment variables of the project.',
    )
  await runNpx(context, ['eas', 'build', ...args], { env })
}
