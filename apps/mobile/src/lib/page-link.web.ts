/** The link that opened the page. Its secret is removed from the address before the router and the history see it. */
const opened = takeLink()

export function pageLink(): string | undefined {
  return opened
}

function takeLink(): string | undefined {
  const { href, hash, pathname } = location
  if (!/^#(c|token)=/.test(hash)) return undefined
  history.replaceState(history.state, '', pathname)
  return href
}
