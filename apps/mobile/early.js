// Runs before the program: what a link brings leaves the address before anything reads it, and the first screen is asked for while
// the program is being loaded. src/lib/early.web.ts takes both.
;(() => {
  const { href, hash, pathname } = location
  if (/[#&](c|token|sso|totp)=/.test(hash)) {
    window.bugleLink = href
    history.replaceState(history.state, '', pathname)
  }
  const page = 'limit=50&sparkline=24h'
  const lists = {
    '/m/': [`sort=change&${page}`, `level=fatal&${page}`, `query=is%3Aregressed&${page}`],
    '/m/issues': [page],
  }
  const list = lists[pathname]?.map((query) => `/api/issues?${query}`)
  const addresses = ['/api/auth/me', ...(list === undefined ? [] : [...list, '/api/projects'])]
  const ask = (address) => [address, fetch(address, { headers: { 'X-Service-Client': 'mobile' } })]
  window.bugleEarly = new Map(addresses.map(ask))
  for (const response of window.bugleEarly.values()) response.catch(() => {})
})()
