import type { Source } from '@bugle/client-state/source'
import { isStreaming } from './connection'
import { api } from './session'

/** Asks now and then while no live updates arrive. */
export const source: Source = { api, refetchAfter: (ms) => (isStreaming() ? false : ms) }
