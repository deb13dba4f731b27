import { responseBody } from '@bugle/api-client'
import type { AnyOptions, Context } from '../context.ts'

interface DeployOptions extends AnyOptions {
  name?: string
  page?: string
}

/** Records that a release was deployed to an environment. */
export async function run(
  context: Context,
  version: string,
  environment: string,
  options: DeployOptions,
): Promise<void> {
  const { id } = await context.project()
  const { name, page } = options
  const body = { environment, ...(name === undefined ? {} : { name }), ...(page === undefined ? {} : { url: page }) }
  const params = { path: { id, version } }
  const call = context.api.POST('/api/projects/{id}/releases/{version}/deploys', { params, body })
  const { deploy } = await responseBody(call)
  context.output.result(deploy, () => `Recorded the deploy of ${version} to ${environment}.`)
}
