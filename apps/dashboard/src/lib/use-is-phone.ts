import { useSyncExternalStore } from 'react'

/** As the variant `phone` in the styles. */
const phones = window.matchMedia('(width < 48rem)')

function subscribe(listener: () => void): () => void {
  phones.addEventListener('change', listener)
  return () => phones.removeEventListener('change', listener)
}

/** Whether the window is as narrow as a phone's, for structure that differs there; styles use the variant. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, () => phones.matches)
}
