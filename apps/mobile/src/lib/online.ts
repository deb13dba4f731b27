/** Calls a function when the system says that there is a network again; a phone's app finds out by asking its server. */
export function onOnline(_listener: () => void): () => void {
  return () => {}
}
