import { responseBody, type Schemas } from '@bugle/api-client'
import type { Context } from '../context.ts'
import { formatAge, formatBytes, plural } from '../format.ts'
import { plainText } from '../output.ts'
import { requireVersion } from '../put-release.ts'

/** Shows what is new and regressed in a release, its deploys, commits and uploaded files. */
export async function run(context: Context, named: string | undefined): Promise<void> {
  const { id } = await context.project()
  const params = { path: { id, version: requireVersion(context, named) } }
  const { release } = await responseBody(context.api.GET('/api/projects/{id}/releases/{version}', { params }))
  context.output.result(release, () => plainText(describe(release).join('\n')))
}

function describe(release: Schemas['ReleaseDetails']): string[] {
  const { version, count, first_seen, released_at, commit, ref, previous } = release
  const files = release.artifacts_by_kind.map((one) => `${one.count} × ${one.kind} (${formatBytes(one.bytes)})`)
  return [
    version,
    `${plural(count, 'event')}, ${plural(release.new_issues, 'new issue')}; first seen ${formatAge(first_seen)}`,
    ...(released_at === null ? [] : [`published ${formatAge(released_at)}`]),
    ...(commit === null ? [] : [`commit ${commit}${ref === null ? '' : ` (${ref})`}`]),
    ...(previous === null ? [] : [`before it: ${previous.version}, ${plural(previous.new_issues, 'new issue')}`]),
    `files: ${files.join(', ') || 'none; bugle sourcemaps upload DIR'}`,
    ...release.deploys.map((one) => `deployed to ${one.environment} ${formatAge(one.finished_at)}`),
    ...sectionOf('New', release.new.issues),
    ...sectionOf('Regressed', release.regressed.issues),
  ]
}

function sectionOf(heading: string, issues: Schemas['Issue'][]): string[] {
  if (issues.length === 0) return []
  return ['', `${heading}:`, ...issues.map((issue) => `  ${issue.short_id}  ${issue.count} ×  ${issue.title}`)]
}
