import { useEffect, useRef, useState } from 'react'

/**
 * Keeps the text of a search field whose query also changes from outside: by Back, a saved view or a link. The address of a
 * search that was sent arrives later than the keys that follow Enter, and leaves them in place.
 *
 * @param query the query of the address
 */
export function useSearchText(query: string) {
  const [text, setText] = useState(query)
  /** Queries that were sent from here and have not arrived, oldest first. */
  const sent = useRef<string[]>([])
  useEffect(() => {
    const arrived = sent.current.indexOf(query)
    if (arrived === -1) setText(query)
    sent.current = sent.current.slice(arrived + 1)
  }, [query])
  const noteSent = (next: string) => {
    if (next !== query) sent.current.push(next)
  }
  return { text, setText, noteSent }
}
