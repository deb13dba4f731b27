import { ApiError } from '@bugle/api-client'
import type { Context } from '../context.ts'
import { exitCodes, Failure } from '../failure.ts'
import { forgetLogin } from '../login-file.ts'

/** Ends the stored session and forgets it; an API token is forgotten only. */
export async function run(context: Context): Promise<void> {
  const { settings, url, output } = context
  if (settings.login === undefined)
    throw new Failure(`There is no stored login for ${url}.`, { exitCode: exitCodes.nothingFound })
  const { kind } = settings.login
  if (kind === 'session') await endSession(context)
  await forgetLogin(context.host.env, url)
  const kept = kind === 'api_token' ? ' The API token itself stays valid; delete it under Settings → Tokens.' : ''
  output.result({ url, kind }, () => `Logged out of ${url}.${kept}`)
}

async function endSession(context: Context): Promise<void> {
  try {
    await context.api.POST('/api/auth/logout')
  } catch (error) {
    // A session that has ended already is as good.
    if (!(error instanceof ApiError) || error.status !== 401) throw error
  }
}
