import { type Suggestion, suggestionsOf } from '@bugle/presentation/search-terms'
import type { TypedTerm } from '@bugle/presentation/term-at'
import { limits } from '@bugle/protocol/vocabulary'
import { useQuery } from '@tanstack/react-query'
import { keysQuery, valuesQuery } from './search-queries.ts'

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
  return suggestionsOf(typed, projectId === undefined ? undefined : { keys: found.data, values: values.data })
}
