import { issueFacts, issueParts, levels } from '@bugle/protocol/vocabulary'
import { exactCount } from './format.ts'
import { t } from './i18n.ts'
import type { TypedTerm } from './term-at.ts'

export interface Suggestion {
  /** Text that is put into the query. */
  term: string
  aside?: string
}

/** Keys of the query language, each with its purpose. */
const keys: Record<string, () => string> = {
  is: () => t('status, new, regressed, assigned'),
  level: () => t('fatal, error, warning, info'),
  environment: () => t('the environment'),
  release: () => t('the release'),
  platform: () => t('the platform'),
  user: () => t('an anonymous user ID'),
  tag: () => t('a tag: tag.KEY:value'),
  has: () => t('a release, a user, a tag'),
  assigned: () => t('me, none, an e-mail'),
  'first-seen': () => t('date or age, for example 7d'),
  'last-seen': () => t('date or age, for example >-24h'),
}

/** Values known without asking a project. */
const fixedValues: Record<string, readonly string[]> = {
  is: issueFacts,
  level: levels,
  assigned: ['me', 'none'],
  has: issueParts,
  'first-seen': ['>-1h', '>-24h', '>-7d', '>-30d'],
  'last-seen': ['>-1h', '>-24h', '>-7d', '>-30d'],
}

/** Terms that the server knows of a project; nothing is known across projects. */
export interface FoundTerms {
  keys?: readonly string[] | undefined
  values?: readonly { term: string; count: number | null }[] | undefined
}

/** Suggests what may follow at the caret: keys first, values after the colon. */
export function suggestionsOf({ key, part }: TypedTerm, found: FoundTerms | undefined): Suggestion[] {
  if (key === undefined) {
    const own = Object.keys(keys).filter((name) => name.includes(part.toLowerCase()))
    const tags = part === '' ? [] : (found?.keys ?? []).filter((name) => name.startsWith('tag.'))
    return [
      ...own.map((name) => ({ term: name === 'tag' ? 'tag.' : `${name}:`, aside: keys[name]!() })),
      ...tags.map((name) => ({ term: `${name}:` })),
    ].slice(0, 12)
  }
  if (found === undefined)
    return (fixedValues[key] ?? [])
      .filter((value) => value.includes(part.toLowerCase()))
      .map((value) => ({ term: `${key}:${value}` }))
  return (found.values ?? []).map(({ term, count }) => ({
    term,
    ...(count === null ? {} : { aside: exactCount(count) }),
  }))
}
