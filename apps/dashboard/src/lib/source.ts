import type { Source } from '@bugle/client-state/source'
import { api } from './api.ts'

export const source: Source = { api: () => api }
