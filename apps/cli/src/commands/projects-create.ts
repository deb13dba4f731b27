import { type BodyOf, responseBody } from '@bugle/api-client'
import type { AnyOptions, Context } from '../context.ts'
import { organizationOf } from '../organization.ts'
import { changeProjectFile } from '../project-file.ts'

type CreateBody = BodyOf<'/api/projects', 'post'>

interface CreateOptions extends AnyOptions {
  appId: string
  platform?: NonNullable<CreateBody['platform']>
  organization?: string
  use?: boolean
}

/** Creates a project and prints its ingest token, which is shown this once. */
export async function run(context: Context, name: string, options: CreateOptions): Promise<void> {
  const { appId, platform, organization, use } = options
  const body: CreateBody = {
    name,
    app_id: appId,
    ...(platform !== undefined && { platform }),
    ...(organization !== undefined && { organization_id: (await organizationOf(context, { organization })).id }),
  }
  const { project, ingest_token } = await responseBody(context.api.POST('/api/projects', { body }))
  context.output.result({ project, ingest_token }, () =>
    [
      `Created ${project.name} (${project.id}).`,
      `Ingest token, shown this once: ${ingest_token}`,
      `Endpoint for SDKs: ${context.url}`,
    ].join('\n'),
  )
  if (!use) return
  const path = await changeProjectFile(context.host.directory, { url: context.url, project: project.id })
  context.output.note(`Commands below this folder now use it (${path}).`)
}
