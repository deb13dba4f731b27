/** The link that opened the page. The code leaves its address before the router sees it, and so the history. */
const opened = takeLink()

export function pageLink(): string | undefined {
  return opened
}

function takeLink(): string | undefined {
  const { href, hash, pathname } = location
  if (!hash.startsWith('#c=')) return undefined
  history.replaceState(history.state, '', pathname)
  return href
}
