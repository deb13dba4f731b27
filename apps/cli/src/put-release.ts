import { type BodyOf, responseBody, type Schemas } from '@bugle/api-client'
import type { Context } from './context.ts'
import { misuse } from './failure.ts'
import { withoutUndefined } from './without-undefined.ts'

export type ReleaseChange = BodyOf<'/api/projects/{id}/releases/{version}', 'put'>

/** Returns the version of the argument, else the selected release. */
export function requireVersion({ settings }: Context, named: string | undefined): string {
  const version = named ?? settings.release?.value
  if (version === undefined) throw misuse('Which release? Name it, or set BUGLE_RELEASE.')
  return version
}

/** Records a release; fields without a value stay as they are. */
export async function putRelease(
  context: Context,
  version: string,
  change: { [Field in keyof ReleaseChange]: ReleaseChange[Field] | undefined },
): Promise<Schemas['ReleaseDetails']> {
  const { id } = await context.project()
  const body: ReleaseChange = withoutUndefined(change)
  const params = { path: { id, version } }
  const call = context.api.PUT('/api/projects/{id}/releases/{version}', { params, body })
  return (await responseBody(call)).release
}
