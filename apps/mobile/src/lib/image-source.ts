import { useMemo } from 'react'
import type { ImageURISource } from 'react-native'
import { currentSession, sessionHeaders } from './session'

/** Returns the source of an image of the API; undefined while it loads. */
export function useImageSource(path: string): ImageURISource | undefined {
  return useMemo(() => ({ uri: `${currentSession().server}${path}`, headers: sessionHeaders() }), [path])
}
