import { useSyncExternalStore } from 'react'

/** As the variant `phone` of the styles says. */
const phones = window.matchMedia('(width < 48rem)')

function subscribe(listener: () => void): () => void {
  phones.addEventListener('change', listener)
  return () => phones.removeEventListener('change', listener)
}

/** Whether the window is as narrow as a phone's: for what is drawn there in another way, and not only looks different. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, () => phones.matches)
}
