import type { Mutation, QueryClient } from '@tanstack/react-query'
import { createStore, type Store } from './store.ts'

/** Changes that are on the screen and that the server has not confirmed. */
export interface Unsent {
  /** How many wait for the server. */
  count: number
  /** The issues that they change. */
  issueIds: ReadonlySet<string>
}

/** A change is taken to wait when its response takes longer. */
const timeoutMs = 3000

const nothing: Unsent = { count: 0, issueIds: new Set() }
const stores = new WeakMap<QueryClient, Pick<Store<Unsent>, 'get' | 'subscribe'>>()

/** The changes of an app that wait for the server: refused by no one, paused, or without a response for three seconds. */
export function unsentOf(client: QueryClient): Pick<Store<Unsent>, 'get' | 'subscribe'> {
  const known = stores.get(client)
  if (known !== undefined) return known
  const store = createStore<Unsent>(nothing)
  const cache = client.getMutationCache()
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    clearTimeout(timer)
    const pending = cache.getAll().filter(({ state }) => state.status === 'pending')
    const waiting = pending.filter((mutation) => isWaiting(mutation, Date.now()))
    const issueIds = new Set(waiting.flatMap(issueIdsOf))
    const before = store.get()
    if (waiting.length !== before.count || [...issueIds].join() !== [...before.issueIds].join())
      store.set(waiting.length === 0 ? nothing : { count: waiting.length, issueIds })
    const next = Math.min(...pending.filter((one) => !waiting.includes(one)).map(({ state }) => state.submittedAt))
    if (Number.isFinite(next)) timer = setTimeout(look, Math.max(1, next + timeoutMs - Date.now()))
  }
  cache.subscribe(look)
  look()
  stores.set(client, store)
  return store
}

/** A request that has been under way for less has reached the server; its response is all that would be lost. */
const sentMs = 1000

/** Whether something would be lost with the page: a change that the server may not have. */
export function hasUnconfirmed(client: QueryClient): boolean {
  const pending = client.getMutationCache().findAll({ status: 'pending' })
  return pending.some(({ state }) => isHeldUp(state) || Date.now() - state.submittedAt >= sentMs)
}

function isWaiting({ state, meta }: Mutation<unknown, Error, unknown, unknown>, now: number): boolean {
  if (isHeldUp(state)) return true
  return meta?.reportsProgress !== true && now - state.submittedAt >= timeoutMs
}

function isHeldUp({ isPaused, failureCount }: { isPaused: boolean; failureCount: number }): boolean {
  return isPaused || failureCount > 0
}

function issueIdsOf({ state: { variables } }: Mutation<unknown, Error, unknown, unknown>): string[] {
  const issues = (variables as { issues?: { id: string }[] } | undefined)?.issues
  return Array.isArray(issues) ? issues.map(({ id }) => id) : []
}
