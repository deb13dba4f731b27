import { searchQueries } from '@bugle/client-state/queries/search'
import { source } from './source.ts'

export const { keysQuery, valuesQuery, viewsQuery } = searchQueries(source)
