import { useEffect, useState } from 'react'
import type { ImageURISource } from 'react-native'
import { currentSession, sessionHeaders } from './session'

/** As image-source.ts, in a browser, whose images take no headers: the session of the page is picked by one. */
export function useImageSource(path: string): ImageURISource | undefined {
  const [source, setSource] = useState<ImageURISource>()
  useEffect(() => {
    const stop = new AbortController()
    load(`${currentSession().server}${path}`, stop.signal).then(
      (uri) => setSource({ uri }),
      // An image that cannot be loaded is shown as missing.
      () => stop.signal.aborted || setSource({ uri: 'data:,' }),
    )
    return () => stop.abort()
  }, [path])
  return source
}

async function load(url: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(url, { headers: sessionHeaders(), signal })
  if (!response.ok) throw new Error(`${response.status}`)
  const blob = await response.blob()
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as string)
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })
}
