import { isAway } from '@bugle/api-client'
import { dayMs } from '@bugle/protocol/vocabulary'
import {
  type DehydratedState,
  dehydrate,
  hydrate,
  type InfiniteData,
  type Query,
  type QueryClient,
} from '@tanstack/react-query'
import type { ConnectionStore } from './connection.ts'
import { issueKeys } from './keys/issue-keys.ts'
import { projectKeys } from './keys/project-keys.ts'
import type { Storage } from './storage.ts'

const { lists, details, activities } = issueKeys
/** Kept besides lists, projects and their issues; never a token, nor anything of the account. */
const kept = new Set([lists, details, activities, projectKeys.all, issueKeys.assignees('')].map(([kind]) => kind))
const maxIssues = 50
/** Events may have a megabyte; such an issue is not kept. A browser keeps five million characters. */
const maxCharacters = { query: 400_000, all: 3_000_000 }
/** Pages that are kept of a long list at most, from its beginning. */
const maxPages = 3
const maxAgeMs = dayMs
const saveMs = 2000
const name = 'cache'

interface Saved {
  /** Identifies whom it belongs to: a server and a user. */
  owner: string
  /** Time of the server's last response. */
  respondedAt: number
  state: DehydratedState
}

export interface SavedCache {
  /** Shows what was saved for this owner and is not too old. @returns whether there was anything */
  restore: (owner: string) => boolean
  /** Saves what is shown, shortly after each change. @returns stops it */
  follow: (ownerOf: () => string | undefined) => () => void
  /** Removes what was saved. */
  forget: () => void
}

interface SavedCacheOptions {
  client: QueryClient
  storage: Storage
  connection: ConnectionStore
}

/**
 * Keeps the last lists and issues that were loaded: an app opens with them where there is no connection, and shows their
 * age.
 */
export function createSavedCache({ client, storage, connection }: SavedCacheOptions): SavedCache {
  const save = (owner: string) => {
    const { respondedAt } = connection.get()
    const saved: Saved = { owner, respondedAt, state: { mutations: [], queries: queriesOf(client) } }
    storage.set(name, JSON.stringify(saved))
  }
  return {
    restore: (owner) => {
      const saved = readSaved(storage)
      if (saved === undefined || saved.owner !== owner) return false
      const oldest = Date.now() - maxAgeMs
      const queries = saved.state.queries.filter(({ state }) => state.dataUpdatedAt >= oldest)
      if (queries.length === 0) return false
      hydrate(client, { mutations: [], queries })
      connection.noteEarlierResponse(saved.respondedAt)
      return true
    },
    follow: (ownerOf) => {
      let timer: ReturnType<typeof setTimeout> | undefined
      const end = client.getQueryCache().subscribe(({ type, query }) => {
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
    },
    forget: () => storage.remove(name),
  }
}

/** The queries that are saved: the newest, as many as there is space for. */
function queriesOf(client: QueryClient): DehydratedState['queries'] {
  const state = dehydrate(client, { shouldDehydrateQuery: isKept, serializeData: firstPages })
  const newest = state.queries.toSorted((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt)
  let issues = 0
  let characters = 0
  const queries = newest.filter((query) => {
    const { length } = JSON.stringify(query.state.data)
    if (length > maxCharacters.query || isWithoutPages(query.state.data)) return false
    if (query.queryKey[0] === details[0] && query.queryKey.length === details.length + 1) issues += 1
    characters += length
    return issues <= maxIssues && characters <= maxCharacters.all
  })
  return queries.map(asShownNext)
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

function readSaved(storage: Storage): Saved | undefined {
  try {
    return JSON.parse(storage.get(name) ?? '') as Saved
  } catch {
    return undefined
  }
}
