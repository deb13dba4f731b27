import { ApiError, responseBody } from '@bugle/api-client'
import type { Context } from '../context.ts'
import { Failure } from '../failure.ts'

/** Prints the account, the server, the kind of token and the selected project. */
export async function run(context: Context): Promise<void> {
  const { settings, url, output } = context
  const account = await accountOf(context)
  const project = await projectOf(context)
  const { token } = settings
  const known = {
    url,
    url_from: settings.url?.source,
    token_from: token?.source,
    kind: account === undefined ? 'api_token' : 'session',
    email: account?.email ?? null,
    project: project === undefined ? null : { id: project.id, name: project.name },
    release: settings.release?.value ?? null,
  }
  output.result(known, () =>
    [
      `Server   ${url} (${settings.url?.source})`,
      account === undefined
        ? `Token    an API token (${token?.source})`
        : `Account  ${account.email} (session of the command line)`,
      `Project  ${project === undefined ? 'not set: bugle projects use NAME' : `${project.name} (${project.id})`}`,
      ...(settings.release === undefined ? [] : [`Release  ${settings.release.value} (${settings.release.source})`]),
    ].join('\n'),
  )
}

/** API tokens are refused where accounts are read. */
async function accountOf(context: Context): Promise<{ email: string } | undefined> {
  try {
    return await responseBody(context.api.GET('/api/auth/me'))
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) return undefined
    throw error
  }
}

async function projectOf(context: Context): Promise<{ id: string; name: string } | undefined> {
  const { project: chosen } = context.settings
  if (chosen !== undefined)
    return context.project().catch((error: unknown) => {
      // The account does not depend on it.
      if (!(error instanceof Failure || (error instanceof ApiError && error.status === 404))) throw error
      context.output.note(`${chosen.source} names a project that this account cannot see: ${chosen.value}`)
      return undefined
    })
  const projects = await context.projects().catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'insufficient_scope') return []
    throw error
  })
  return projects.length === 1 ? projects[0] : undefined
}
