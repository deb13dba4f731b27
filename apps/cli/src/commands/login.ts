import { ApiError, responseBody, type Schemas } from '@bugle/api-client'
import { askSecret, askText, readLine } from '../ask.ts'
import { type AnyOptions, Context } from '../context.ts'
import { exitCodes, Failure, misuse } from '../failure.ts'
import { storeLogin } from '../login-file.ts'
import { normalizeUrl } from '../settings.ts'
import { logInByProvider } from '../sso-login.ts'

interface LoginOptions extends AnyOptions {
  sso?: boolean
  email?: string
  passwordStdin?: boolean
  code?: string
  recoveryCode?: string
}

/** Logs in with password and second factor, or keeps an API token, and stores the login for the server. */
export async function run(context: Context, options: LoginOptions): Promise<void> {
  const url = await urlOf(context)
  const there = new Context(context.host, { ...context.settings, url: { value: url, source: 'flag' } }, context.output)
  if (options.token !== undefined) return keepToken(there, options.token)
  const outcome = options.sso ? await logInByProvider(there) : await logInByPassword(there, options)
  const { token, user } = 'token' in outcome ? outcome : await secondFactor(there, outcome, options)
  const former = await storeSession(there, token, user.email)
  there.output.result({ url, email: user.email, kind: 'session' }, () => `Logged in to ${url} as ${user.email}.`)
  there.output.note(former ? 'Your former session of the command line has ended.' : 'Sessions of other kinds go on.')
}

async function logInByPassword(
  context: Context,
  { email: given, passwordStdin }: LoginOptions,
): Promise<Schemas['LoginOutcome']> {
  const email = given ?? (await askText(context, `E-mail address at ${context.url}`, '--email'))
  const password = passwordStdin
    ? await readLine(context)
    : await askSecret(context, 'Password', '--password-stdin, or --token,')
  return responseBody(context.apiWith({}).POST('/api/auth/login', { body: { email, password } }))
}

/** A login of the command line replaces the one before, also that of another machine. */
async function storeSession(context: Context, token: string, email: string): Promise<boolean> {
  const isReplaced = context.settings.login?.kind === 'session'
  await storeLogin(context.host.env, context.url, { token, kind: 'session', email })
  return isReplaced
}

async function urlOf(context: Context): Promise<string> {
  const { url } = context.settings
  if (url !== undefined) return url.value
  return normalizeUrl(await askText(context, 'URL of your Bugle server', '--url'))
}

async function secondFactor(
  context: Context,
  challenge: Schemas['TotpChallenge'],
  options: LoginOptions,
): Promise<Schemas['LoginResponse']> {
  const { totp_token } = challenge
  const body = { totp_token, ...(await proofOf(context, challenge, options)) }
  return responseBody(context.apiWith({}).POST('/api/auth/login/totp', { body }))
}

/** Only browsers can use a passkey: an account without an authenticator app has recovery codes for other programs. */
async function proofOf(
  context: Context,
  { factors = ['totp'] }: Schemas['TotpChallenge'],
  { code, recoveryCode }: LoginOptions,
): Promise<{ code: string } | { recovery_code: string }> {
  if (recoveryCode !== undefined) return { recovery_code: recoveryCode }
  if (factors.includes('totp'))
    return toProof(code ?? (await askText(context, 'Code of your authenticator app, or a recovery code', '--code')))
  const reason = 'The second factor of this account is a passkey, which only browsers can use.'
  if (code !== undefined || !context.isInteractive)
    throw misuse(`${reason} Use --recovery-code, or --token with an API token of the dashboard.`)
  context.output.note(
    `${reason} A recovery code works here once; an API token of the dashboard does for good (--token).`,
  )
  return { recovery_code: await askText(context, 'Recovery code', '--recovery-code') }
}

function toProof(given: string): { code: string } | { recovery_code: string } {
  return /^(\d\s*){6}$/.test(given.trim()) ? { code: given } : { recovery_code: given }
}

/** Checks an API token by a request that its scopes decide, and keeps it. */
async function keepToken(context: Context, given: string): Promise<void> {
  const token = given === '-' ? await readLine(context) : given
  if (token.startsWith('bgl_live_'))
    throw misuse('This is an ingest token, which can only send events. Create an API token under Settings → Tokens.')
  const api = context.apiWith({ authorization: `Bearer ${token}` })
  try {
    await api.GET('/api/projects', { params: { query: { limit: 1 } } })
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'insufficient_scope') throw refusedToken(error)
  }
  await storeLogin(context.host.env, context.url, { token, kind: 'api_token' })
  const { url } = context
  context.output.result({ url, kind: 'api_token' }, () => `Stored the API token for ${url}.`)
}

function refusedToken(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.status !== 401) return error
  return new Failure('The server does not know this token.', { exitCode: exitCodes.denied })
}
