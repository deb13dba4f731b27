import type { Platform } from '@bugle/protocol/vocabulary'
import type { AnyOptions, Context } from '../context.ts'
import { readGit } from '../git.ts'
import { putRelease, requireVersion } from '../put-release.ts'

interface CreateOptions extends AnyOptions {
  commit?: string
  since?: string
  ref?: string
  repository?: string
  page?: string
  platform?: Platform
  previous?: string
  finalize?: boolean
}

/** Records a release with its commits. */
export async function run(context: Context, named: string | undefined, options: CreateOptions): Promise<void> {
  const version = requireVersion(context, named)
  const { commit, since, ref, repository, page, platform, previous } = options
  const facts = commit === 'auto' ? await readGit(context.host.directory, since) : { commit }
  const release = await putRelease(context, version, {
    ...facts,
    ...(ref === undefined ? {} : { ref }),
    ...(repository === undefined ? {} : { repository }),
    platform,
    previous,
    url: page,
    dist: context.settings.dist?.value,
    released_at: options.finalize ? new Date().toISOString() : undefined,
  })
  const commits = release.commits.length === 0 ? '' : ` with ${release.commits.length} commits`
  context.output.result(release, () => `Recorded ${release.version}${commits}.`)
}
