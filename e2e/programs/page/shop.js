/** The browser program: its faults are thrown in this file and sent from this page, across origins. */
const breadcrumbs = [{ category: 'navigation', message: 'opened /checkout', ts: Date.now() }]

function totalOf(cart) {
  return cart.items.reduce((sum, item) => sum + item.price, 0)
}

function checkOut(cart) {
  breadcrumbs.push({ category: 'ui.click', message: 'button#pay', ts: Date.now(), data: { x: 12, y: 40 } })
  return totalOf(cart)
}

/** Called by the test with ingest's URL and token, and a screenshot of the page. */
window.crash = async ({ url, token, screenshot }) => {
  try {
    checkOut({ items: null })
  } catch (error) {
    const sent = {
      exception_type: error.name,
      message: error.message,
      stack: error.stack,
      release: 'web@3.0.0',
      platform: 'web',
      app_id: 'com.example.programs',
      tags: { page: location.pathname },
      user_id_anon: 'visitor-9',
      contexts: { os: { name: navigator.platform, version: '' } },
      mechanism: { type: 'onerror', handled: false },
      breadcrumbs,
      screenshot,
    }
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-service-token': token },
      body: JSON.stringify(sent),
    })
    return { site: 'checkOut', sent, status: response.status, response: await response.json() }
  }
}
