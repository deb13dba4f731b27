import type { Context } from '../context.ts'
import { putRelease, requireVersion } from '../put-release.ts'

/** Records that a release was published now. */
export async function run(context: Context, named: string | undefined): Promise<void> {
  const released_at = new Date().toISOString()
  const release = await putRelease(context, requireVersion(context, named), { released_at })
  context.output.result(release, () => `${release.version} was published at ${released_at}.`)
}
