import { exactCount } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { issueFacts, issueParts, levels, limits } from '@bugle/protocol/vocabulary'
import { useQuery } from '@tanstack/react-query'
import { keysQuery, valuesQuery } from './queries.ts'
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

/**
 * Suggests what may follow at the caret: keys first, values after the colon. Across projects only fixed values are
 * known.
 */
export function useSuggestions(projectId: string | undefined, typed: TypedTerm, isOpen: boolean): Suggestion[] {
  const { key, part } = typed
  const canAsk = isOpen && projectId !== undefined && part.length <= limits.shortText
  const found = useQuery({
    ...keysQuery(projectId ?? '', part),
    enabled: canAsk && key === undefined && part !== '',
  })
  const values = useQuery({
    ...valuesQuery(projectId ?? '', key ?? '', part),
    enabled: canAsk && key !== undefined && key !== '' && key.length <= limits.shortText,
  })
  if (!isOpen) return []
  if (key === undefined) {
    const own = Object.keys(keys).filter((name) => name.includes(part.toLowerCase()))
    const tags = part === '' ? [] : (found.data ?? []).filter((name) => name.startsWith('tag.'))
    return [
      ...own.map((name) => ({ term: name === 'tag' ? 'tag.' : `${name}:`, aside: keys[name]!() })),
      ...tags.map((name) => ({ term: `${name}:` })),
    ].slice(0, 12)
  }
  if (projectId === undefined)
    return (fixedValues[key] ?? [])
      .filter((value) => value.includes(part.toLowerCase()))
      .map((value) => ({ term: `${key}:${value}` }))
  return (values.data ?? []).map(({ term, count }) => ({
    term,
    ...(count === null ? {} : { aside: exactCount(count) }),
  }))
}
