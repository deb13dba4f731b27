/**
 * Creates the situations of conformance/events with an SDK's functions, in any runtime; events of the n-th go to
 * `<endpoint>/<n>`.
 */
export async function makeSituations(bugle, cases, endpoint) {
  for (const [index, { situation }] of cases.entries()) {
    const { options, scope = {}, breadcrumbs = [], times = 1, ...given } = situation
    const own = { store: false, storeDirectory: false, sourceLines: false }
    bugle.init({ token: 'bgl_live_x', endpoint: `${endpoint}/${index}`, appId: 'com.example.shop', ...own, ...options })
    bugle.withScope((current) => {
      const { user, tags = {}, contexts = {}, extra = {}, level, fingerprint } = scope
      if (user !== undefined) bugle.setUser(user)
      bugle.setTags(tags)
      for (const [name, facts] of Object.entries(contexts)) bugle.setContext(name, facts)
      for (const [name, value] of Object.entries(extra)) bugle.setExtra(name, value)
      Object.assign(current, { level, fingerprint })
      for (const breadcrumb of breadcrumbs) bugle.addBreadcrumb(breadcrumb)
      for (let i = 0; i < times; i += 1) report(bugle, given)
    })
    await bugle.close(60_000)
  }
}

function report(bugle, { error, thrown, text, level, mechanism, screenshot_bytes }) {
  if (text !== undefined) return bugle.captureMessage(text, level)
  return bugle.captureException(error === undefined ? thrown : toError(error), {
    ...(mechanism === undefined ? {} : { mechanism }),
    ...(screenshot_bytes === undefined ? {} : { screenshot: 'x'.repeat(screenshot_bytes) }),
  })
}

function toError({ type, message, causes = [], fields = {} }) {
  const [first, ...others] = causes
  const cause = first && toError({ ...first, causes: others })
  return Object.assign(new globalThis[type](message, cause && { cause }), fields)
}
