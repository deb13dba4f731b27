import {
  type ApiClient,
  ApiError,
  createApiClient,
  responseBody,
  type Schemas,
  type SessionEnding,
  sessionEndingOf,
} from '@bugle/api-client'
import { answeredFetch, codeOf } from '@bugle/client-state/answered-fetch'
import { accountKeys } from '@bugle/client-state/keys/account-keys'
import { useStore } from '@bugle/client-state/react'
import { createStore } from '@bugle/client-state/store'
import { ssoReason } from '@bugle/presentation/sso-reason'
import { type Challenge, toChallenge } from './challenge'
import { connection } from './connection'
import { fetchOnce, forgetEarly } from './early'
import type { LinkAddress } from './link-address'
import { forgetData, savedCache } from './offline'
import { queryClient } from './queries'
import { secrets } from './secret'
import { canChooseServer, homeServer, normalServer } from './server-address'
import { takeBegunSso } from './sso'
import { storage } from './storage'

type User = Pick<Schemas['User'], 'id' | 'email' | 'name'>

/** A server that somebody has signed in to on this phone. */
export interface KnownServer {
  url: string
  user: User
}

interface Session {
  /** `unknown` until the first response, `over` when the server ended it: the screen stays, and asks for the password. */
  state: 'unknown' | 'out' | 'in' | 'over'
  server: string
  user?: User
  /** Why it is over. */
  ending?: SessionEnding
}

let token: string | null = null
/** Whether the server has accepted the session since the app was opened. */
let isConfirmed = false
const session = createStore<Session>({ state: 'unknown', server: storage.get('server') ?? homeServer })
let client = clientOf(session.get().server)
const answerTo = answeredFetch(connection, fetchOnce)
/** Longest wait for the response of a server that may be away. */
const readinessMs = 3000

/** The API of the server that is signed in to. */
export const api = (): ApiClient => client
export const currentSession = session.get

/** Headers of every request. The kind also picks the cookie of the page: the dashboard in the same browser has its own. */
export function sessionHeaders(): Record<string, string> {
  return { 'X-Service-Client': 'mobile', ...(token !== null && { Authorization: `Bearer ${token}` }) }
}

export function useSession(): Session {
  return useStore(session)
}

/** Calls a function when somebody signs in or out, or the server is changed. */
export const onSession = session.subscribe

/** Names whose data is shown: a server and a user. */
export function ownerOfSession(): string | undefined {
  const { user, server } = session.get()
  return user === undefined ? undefined : `${server} ${user.id}`
}

function set(next: Partial<Session>): void {
  session.set({ ...session.get(), ...next })
}

function clientOf(server: string): ApiClient {
  return createApiClient({
    baseUrl: server,
    fetch: async (request) => {
      for (const [name, value] of Object.entries(sessionHeaders())) request.headers.set(name, value)
      const response = await answerTo(request)
      if (response.status === 401 && session.get().state === 'in') {
        const ending = sessionEndingOf(await codeOf(response))
        if (ending !== undefined && isConfirmed) set({ state: 'over', ending })
        else if (ending !== undefined) leave()
      }
      return response
    },
  })
}

/** Asks whether the server is ready; the connection then shows it. */
export async function askReadiness(): Promise<void> {
  await answerTo(new Request(`${session.get().server}/readyz`), readinessMs).catch(() => {})
}

const secretName = (server: string) => `token.${server.replaceAll(/[^\w.-]/g, '_')}`

/** Finds out who is signed in: by the stored token, or by the browser's cookie. */
export async function restoreSession(): Promise<void> {
  const { server } = session.get()
  if (server === '') return set({ state: 'out' })
  token = await secrets.get(secretName(server))
  if (secrets.isOurs && token === null) return set({ state: 'out' })
  const known = knownServers().find(({ url }) => url === server)
  // The last data is shown at once, and without a network.
  if (known !== undefined && savedCache.restore(`${server} ${known.user.id}`)) set({ state: 'in', user: known.user })
  try {
    const me = await responseBody(client.GET('/api/auth/me'))
    signedIn(server, me)
    queryClient.setQueryData(accountKeys.me, me)
  } catch (error) {
    forgetEarly()
    // A network that wants a sign-in of its own may say 401 as well.
    if (error instanceof ApiError && sessionEndingOf(error.code) !== undefined) leave()
    else set(known === undefined ? { state: 'out' } : { state: 'in', user: known.user })
  }
}

/**
 * Forgets the data of an account whose session ended while the app was closed. Its comments and decisions that were not sent wait
 * until the same account signs in.
 */
function leave(): void {
  queryClient.clear()
  savedCache.forget()
  session.set({ state: 'out', server: session.get().server })
}

function signedIn(server: string, user: User): void {
  isConfirmed = true
  // Nothing of one account is shown to the next.
  const before = session.get()
  if (before.server !== server || (before.user !== undefined && before.user.id !== user.id)) queryClient.clear()
  const { id, email, name } = user
  const known = { url: server, user: { id, email, name } }
  storage.set('servers', JSON.stringify([known, ...knownServers().filter(({ url }) => url !== server)]))
  storage.set('server', server)
  session.set({ state: 'in', server, user: known.user })
}

export function knownServers(): KnownServer[] {
  return JSON.parse(storage.get('servers') ?? '[]') as KnownServer[]
}

/** Chooses the server to sign in to. */
export function chooseServer(address: string): void {
  const server = normalServer(address)
  client = clientOf(server)
  token = null
  isConfirmed = false
  session.set({ state: session.get().state, server })
}

/** Changes to another server that is signed in to. */
export async function changeServer(url: string): Promise<void> {
  chooseServer(url)
  storage.set('server', url)
  set({ state: 'unknown' })
  await restoreSession()
}

/** Goes to the sign-in of another server; the sessions of the known ones stay. */
export function addServer(): void {
  token = null
  session.set({ state: 'out', server: homeServer })
}

/** @returns the second step, where the account has one */
export async function signIn(email: string, password: string): Promise<Challenge | undefined> {
  return finish(await responseBody(client.POST('/api/auth/login', { body: { email, password } })))
}

async function finish(outcome: Schemas['LoginOutcome']): Promise<Challenge | undefined> {
  if ('requires_totp' in outcome) return toChallenge(outcome.totp_token, outcome.factors)
  await keep(outcome)
  return undefined
}

export async function signInWithCode(totpToken: string, proof: { code: string } | { recovery_code: string }) {
  await keep(await responseBody(client.POST('/api/auth/login/totp', { body: { totp_token: totpToken, ...proof } })))
}

/** Signs in by a code that another session of the account shows. */
export async function signInByCode({ server, code }: LinkAddress): Promise<void> {
  if (canChooseServer) chooseServer(server)
  await keep(await responseBody(client.POST('/api/auth/link', { body: { code } })))
}

/** Finishes a login that this phone began at the identity provider. @returns the second step, where there is one */
export async function signInBySso(code: string): Promise<Challenge | undefined> {
  const begun = await takeBegunSso()
  if (begun === undefined)
    throw new ApiError({ status: 401, code: 'sso_failed', message: ssoReason('sso_failed'), errors: {} })
  chooseServer(begun.server)
  const body = { code, verifier: begun.verifier }
  return finish(await responseBody(client.POST('/api/auth/oidc/finish', { body })))
}

export async function register(body: Schemas['RegisterBody']): Promise<void> {
  await keep(await responseBody(client.POST('/api/auth/register', { body })))
}

async function keep(outcome: { user: User; token: string }): Promise<void> {
  const { server } = session.get()
  if (secrets.isOurs) {
    token = outcome.token
    await secrets.set(secretName(server), outcome.token)
  }
  signedIn(server, outcome.user)
}

/** Ends the session on the server if it can be reached, and forgets it here in any case. */
export async function signOut(): Promise<void> {
  const { server } = session.get()
  await client.POST('/api/auth/logout').catch(() => {})
  await secrets.remove(secretName(server))
  token = null
  const owner = ownerOfSession()
  queryClient.clear()
  if (owner !== undefined) forgetData(owner)
  storage.set('servers', JSON.stringify(knownServers().filter(({ url }) => url !== server)))
  session.set({ state: 'out', server })
}
