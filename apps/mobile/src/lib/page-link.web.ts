/** The link that opened the page, removed from its address, so that the history does not keep the code. */
export function pageLink(): string | undefined {
  const { href, hash, pathname } = location
  if (!hash.startsWith('#c=')) return undefined
  history.replaceState(history.state, '', pathname)
  return href
}
