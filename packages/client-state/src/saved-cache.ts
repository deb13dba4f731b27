import { isAway } from '@bugle/api-client'
import { issueKeys, projectKeys } from '@bugle/client-state/keys'
import { dayMs } from '@bugle/protocol/vocabulary'
import { type DehydratedState, dehydrate, hydrate, type InfiniteData, type Query } from '@tanstack/react-query'
import { connection } from './connection'
import { queryClient } from './queries'
import { storage } from './storage'

// The last lists and issues that were loaded: the app opens with them where there is no connection, and shows their age.

/** Kept besides lists, projects and their issues; never a token, nor anything of the account. */
const { lists, details, activities } = issueKeys
const kept = new Set([lists, details, activities, projectKeys.all, issueKeys.assignees('')].map(([kind]) => kind))
const maxIssues = 50
/** Events may have a megabyte; such an issue is not kept. A browser keeps five million characters. */
const maxCharacters = { query: 400_000, all: 3_000_000 }
/** Pages that are kept of a long list at most, from its beginning. */
const maxPages = 3
const maxAgeMs = dayMs
const saveMs = 2000
const key = 'cache'

interface Saved {
  /** Identifies whom it belongs to: a server and a user. */
  owner: string
  /** Time of the server's last response. */
  respondedAt: number
  state: DehydratedState
}

/** Shows what was saved for this owner and is not too old. @returns whether there was anything */
export function restoreCache(owner: string): boolean {
  const saved = readSaved()
  if (saved === undefined || saved.owner !== owner) return false
  const oldest = Date.now() - maxAgeMs
  const queries = saved.state.queries.filter(({ state }) => state.dataUpdatedAt >= oldest)
  if (queries.length === 0) return false
  hydrate(queryClient, { mutations: [], queries })
  connection.noteEarlierResponse(saved.respondedAt)
  return true
}

/** Where decisions that were not sent yet are kept. */
export const decisionsKey = (owner: string) => `decisions ${owner}`

/** Removes what was shown. */
export function forgetCache(): void {
  storage.remove(key)
}

/** Removes everything that is kept of an owner. */
export function forgetData(owner: string): void {
  forgetCache()
  storage.remove(decisionsKey(owner))
}

/** Saves what is shown, shortly after each change. */
export function keepCache(ownerOf: () => string | undefined): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || !isKept(query) || timer !== undefined) return
    timer = setTimeout(() => {
      timer = undefined
      const owner = ownerOf()
      if (owner !== undefined) save(owner)
    }, saveMs)
  })
  return () => {
    end()
    clearTimeout(timer)
  }
}

function save(owner: string): void {
  const state = dehydrate(queryClient, { shouldDehydrateQuery: isKept, serializeData: firstPages })
  const newest = state.queries.toSorted((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt)
  let issues = 0
  let characters = 0
  const queries = newest.filter((query) => {
    const { length } = JSON.stringify(query.state.data)
    if (length > maxCharacters.query || isWithoutPages(query.state.data)) return false
    if (query.queryKey[0] === details[0] && query.queryKey.length === 2) issues += 1
    characters += length
    return issues <= maxIssues && characters <= maxCharacters.all
  })
  const { respondedAt } = connection.get()
  const saved: Saved = { owner, respondedAt, state: { mutations: [], queries: queries.map(asShownNext) } }
  storage.set(key, JSON.stringify(saved))
}

/** A query as it is when the app is opened: without a failure, and asked for again, however young it is. */
function asShownNext(query: DehydratedState['queries'][number]): DehydratedState['queries'][number] {
  return { ...query, state: { ...query.state, status: 'success', error: null, isInvalidated: true } }
}

/** A list whose first page was too long. */
const isWithoutPages = (data: unknown): boolean => (data as Partial<InfiniteData<unknown>>).pages?.length === 0

/** Shortens a list to the pages that may be kept; messages of errors can be long. */
function firstPages(data: unknown): unknown {
  const { pages, pageParams } = data as Partial<InfiniteData<unknown>>
  if (pages === undefined || pageParams === undefined) return data
  let characters = 0
  const fitting = pages.slice(0, maxPages).filter((page) => {
    characters += JSON.stringify(page).length + 100
    return characters <= maxCharacters.query
  })
  return { pages: fitting, pageParams: pageParams.slice(0, fitting.length) }
}

/** Data stays while the server is away, and goes where the server refuses it. */
function isKept({ queryKey, state }: Query): boolean {
  if (state.data === undefined || !kept.has(queryKey[0])) return false
  return state.status === 'success' || isAway(state.error)
}

function readSaved(): Saved | undefined {
  try {
    return JSON.parse(storage.get(key) ?? '') as Saved
  } catch {
    return undefined
  }
}
