import { type DehydratedState, dehydrate, hydrate, type InfiniteData, type Query } from '@tanstack/react-query'
import { queryClient } from './queries'
import { storage } from './storage'

// The last lists and issues, for a lift or a train: the app opens with them, and says of when they are.

/** Kept besides lists, projects and their issues; never a token, nor anything of the account. */
const kept = new Set(['issues', 'issue', 'projects', 'assignees'])
const maxIssues = 50
/** Events may have a megabyte; such an issue is not kept. */
const maxCharacters = { query: 200_000, all: 3_000_000 }
/** Pages that are kept of a long list, from its beginning. */
const maxPages = 3
const maxAgeMs = 24 * 3_600_000
const saveMs = 2000
const key = 'cache'

interface Saved {
  /** Identifies whom it belongs to: a server and a user. */
  owner: string
  at: number
  state: DehydratedState
}

/** Shows what was saved for this owner, unless it is too old. @returns whether there was anything */
export function restoreCache(owner: string): boolean {
  const saved = readSaved()
  if (saved === undefined || saved.owner !== owner || Date.now() - saved.at > maxAgeMs) return false
  hydrate(queryClient, saved.state)
  return saved.state.queries.length > 0
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
    if (length > maxCharacters.query) return false
    if (query.queryKey[0] === 'issue' && query.queryKey.length === 2) issues += 1
    characters += length
    return issues <= maxIssues && characters <= maxCharacters.all
  })
  const saved: Saved = { owner, at: Date.now(), state: { mutations: [], queries } }
  storage.set(key, JSON.stringify(saved))
}

function firstPages(data: unknown): unknown {
  const { pages, pageParams } = data as Partial<InfiniteData<unknown>>
  if (pages === undefined || pageParams === undefined) return data
  return { pages: pages.slice(0, maxPages), pageParams: pageParams.slice(0, maxPages) }
}

function isKept({ queryKey, state }: Query): boolean {
  return state.status === 'success' && kept.has(String(queryKey[0]))
}

function readSaved(): Saved | undefined {
  try {
    return JSON.parse(storage.get(key) ?? '') as Saved
  } catch {
    return undefined
  }
}
