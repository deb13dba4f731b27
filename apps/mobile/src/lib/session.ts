import { type ApiClient, ApiError, createApiClient, responseBody, type Schemas } from '@bugle/api-client'
import { useSyncExternalStore } from 'react'
import { queryClient } from './queries'
import { secrets } from './secret'
import { homeServer, normalServer } from './server-address'
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
  ending?: string
}

/** The kind of session: a phone beside a browser keeps both, and so do two of them. */
const kind = secrets.isOurs ? 'mobile' : 'web'

/** Codes that end a session; other refusals with 401 concern a password or a code. */
const endings = ['unauthenticated', 'session_replaced']

let token: string | null = null
let session: Session = { state: 'unknown', server: storage.get('server') ?? homeServer }
let client = clientOf(session.server)
const listeners = new Set<() => void>()

/** The API of the server that is signed in to. */
export const api = (): ApiClient => client
export const currentSession = (): Session => session
export const sessionHeaders = (): Record<string, string> => (token === null ? {} : { Authorization: `Bearer ${token}` })

export function useSession(): Session {
  return useSyncExternalStore(subscribe, currentSession, currentSession)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function set(next: Partial<Session>): void {
  session = { ...session, ...next }
  for (const listener of listeners) listener()
}

function clientOf(server: string): ApiClient {
  return createApiClient({
    baseUrl: server,
    headers: { 'X-Service-Client': kind },
    fetch: async (request) => {
      for (const [name, value] of Object.entries(sessionHeaders())) request.headers.set(name, value)
      const response = await fetch(request)
      if (response.status === 401 && session.state === 'in') {
        const { code, message } = (await response.clone().json()) as { code: string; message: string }
        if (endings.includes(code)) set({ state: 'over', ending: message })
      }
      return response
    },
  })
}

const secretName = (server: string) => `token.${server.replaceAll(/[^\w.-]/g, '_')}`

/** Finds out who is signed in: by the stored token, or by the browser's cookie. */
export async function restoreSession(): Promise<void> {
  const { server } = session
  if (server === '') return set({ state: 'out' })
  token = await secrets.get(secretName(server))
  if (secrets.isOurs && token === null) return set({ state: 'out' })
  const known = knownServers().find(({ url }) => url === server)
  try {
    const user = await responseBody(client.GET('/api/auth/me'))
    signedIn(server, user)
  } catch (error) {
    const isRefused = error instanceof ApiError && error.status === 401
    // Without a network the stored data is shown, to whom it belongs.
    if (isRefused || known === undefined) set({ state: 'out' })
    else set({ state: 'in', user: known.user })
  }
}

function signedIn(server: string, user: User): void {
  // Nothing of one account is shown to the next.
  if (session.server !== server || session.user?.id !== user.id) queryClient.clear()
  const { id, email, name } = user
  const known = { url: server, user: { id, email, name } }
  storage.set('servers', JSON.stringify([known, ...knownServers().filter(({ url }) => url !== server)]))
  storage.set('server', server)
  session = { state: 'in', server, user: known.user }
  for (const listener of listeners) listener()
}

export function knownServers(): KnownServer[] {
  return JSON.parse(storage.get('servers') ?? '[]') as KnownServer[]
}

/** Chooses the server to sign in to. */
export function chooseServer(address: string): void {
  const server = normalServer(address)
  client = clientOf(server)
  token = null
  set({ server })
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
  set({ state: 'out', server: homeServer })
}

/** @returns a token for the second step, where the account has one */
export async function signIn(email: string, password: string): Promise<string | undefined> {
  const outcome = await responseBody(client.POST('/api/auth/login', { body: { email, password } }))
  if ('requires_totp' in outcome) return outcome.totp_token
  await keep(outcome)
  return undefined
}

export async function signInWithCode(totpToken: string, proof: { code: string } | { recovery_code: string }) {
  await keep(await responseBody(client.POST('/api/auth/login/totp', { body: { totp_token: totpToken, ...proof } })))
}

export async function register(body: Schemas['RegisterBody']): Promise<void> {
  await keep(await responseBody(client.POST('/api/auth/register', { body })))
}

async function keep(outcome: { user: User; token: string }): Promise<void> {
  const { server } = session
  if (secrets.isOurs) {
    token = outcome.token
    await secrets.set(secretName(server), outcome.token)
  }
  signedIn(server, outcome.user)
}

/** Ends the session on the server if it can be reached, and forgets it here in any case. */
export async function signOut(): Promise<void> {
  const { server } = session
  await client.POST('/api/auth/logout').catch(() => {})
  await secrets.remove(secretName(server))
  token = null
  queryClient.clear()
  storage.set('servers', JSON.stringify(knownServers().filter(({ url }) => url !== server)))
  storage.remove('cache')
  session = { state: 'out', server }
  for (const listener of listeners) listener()
}
