import {
  formatIssueQuery,
  issueFacts,
  issueParts,
  levels,
  parseIssueQuery,
  platforms,
  type QueryCondition,
  type QueryKey,
  queryKeys,
  type SearchValues,
} from '@bugle/protocol'
import type { Database } from '../../../db/database.ts'
import { Refusal } from '../../../refusal.ts'
import { suggestMembers, suggestNames, suggestTagKeys, suggestTagValues, suggestTeams } from './suggest-store.ts'

type Suggestion = SearchValues['values'][number]

const times = ['>-1h', '>-24h', '>-7d', '>-30d']

/** Returns keys that contain a text: those of the language first, then the project's tags. */
export async function suggestKeys(db: Database, projectId: number, part = ''): Promise<string[]> {
  const own = queryKeys.filter((key) => key !== 'tag' && contains(key, part))
  const tags = await suggestTagKeys(db, projectId, part.replace(/^tag\./i, ''))
  return [...own, ...tags.map(tagKey)]
}

/**
 * Returns values of a key that contain a text.
 *
 * @throws Refusal `invalid_parameter` if there is no such key
 */
export async function suggestValues(db: Database, projectId: number, text: string, part = ''): Promise<Suggestion[]> {
  const { key, name } = readKey(text)
  switch (key) {
    case 'tag':
      return (await suggestTagValues(db, projectId, name, part)).map(({ value, count }) =>
        toSuggestion({ key, name, value }, value, count),
      )
    case 'environment':
    case 'release':
      return (await suggestNames(db, projectId, key, part)).map(({ value, count }) =>
        toSuggestion({ key, value }, value, count),
      )
    case 'assigned':
      return [
        ...['me', 'none'].filter((who) => contains(who, part)),
        ...(await suggestMembers(db, projectId, part)),
        ...(await suggestTeams(db, projectId, part.replace(/^#/, ''))).map((name) => `#${name}`),
      ].map((value) => toSuggestion({ key, value }, value))
    case 'first-seen':
    case 'last-seen':
      return times.map((value) => ({ value, term: `${key}:${value}`, count: null }))
    // Users are known by a hash: their ids cannot be listed.
    case 'user':
      return []
    default:
      return words[key]
        .filter((value) => contains(value, part))
        .map((value) => toSuggestion({ key, value } as QueryCondition, value))
  }
}

const words = { is: issueFacts, level: levels, platform: platforms, has: issueParts }

function readKey(text: string): { key: QueryKey; name: string } {
  const key = queryKeys.find((one) => one === text.toLowerCase())
  if (key !== undefined && key !== 'tag') return { key, name: '' }
  const parsed = parseIssueQuery(`has:${text}`)
  const [term] = parsed.ok ? parsed.terms : []
  if (term?.key === 'has' && term.value === 'tag') return { key: 'tag', name: term.name }
  throw new Refusal('invalid_parameter', { errors: { key: ['is not a key of the search language'] } })
}

function toSuggestion(condition: QueryCondition, value: string, count: number | null = null): Suggestion {
  return { value, term: formatIssueQuery([{ ...condition, not: false }]), count }
}

function tagKey(name: string): string {
  return formatIssueQuery([{ key: 'has', value: 'tag', name, not: false }]).slice('has:'.length)
}

function contains(text: string, part: string): boolean {
  return text.includes(part.toLowerCase())
}
