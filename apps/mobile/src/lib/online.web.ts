/** Calls a function when the browser says that there is a network again. */
export function onOnline(listener: () => void): () => void {
  window.addEventListener('online', listener)
  return () => window.removeEventListener('online', listener)
}
