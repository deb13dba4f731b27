/**
 * A shop page that reports to Bugle; token and URL come in the fragment: index.html#bgl_live_…@http://127.0.0.1:8080
 */
import { addBreadcrumb, captureException, init, setTag, setUser } from '@bugle/browser'
import { clicks } from '@bugle/browser/clicks'
import { reports } from '@bugle/browser/reports'

const [token, endpoint] = location.hash.slice(1).split('@')
init({
  token,
  endpoint,
  appId: 'com.example.shop',
  release: 'shop@4.2.0',
  environment: 'staging',
  integrations: [clicks, reports],
  debug: true,
})
setUser({ id: 'anon-42' })
setTag('plan', 'team')

function totalOf(cart) {
  return cart.items.reduce((sum, item) => sum + item.price.amount, 0)
}

function checkOut() {
  addBreadcrumb({ category: 'cart', message: 'checking out', data: { items: 1, coupon_token: 'abc' } })
  return totalOf({ items: [{}] })
}

async function lookUp() {
  history.pushState(null, '', '/cart?step=hidden#hidden')
  await fetch('/missing.json?user=hidden', { headers: { Authorization: 'Bearer hidden' } })
  const request = new XMLHttpRequest()
  request.open('POST', '/missing.json?user=hidden')
  request.send('hidden')
  await new Promise((resolve) => request.addEventListener('loadend', resolve))
  throw new RangeError('no such product')
}

function on(id, action) {
  document.getElementById(id).addEventListener('click', action)
}

on('pay', () => checkOut())
on('reject', () => void lookUp())
on('loop', () => {
  for (let i = 0; i < 300; i += 1) captureException(new SyntaxError('again and again'))
})
on('catch', () => {
  try {
    JSON.parse(document.getElementById('card').value)
  } catch (cause) {
    captureException(new Error('The card is unreadable', { cause }))
  }
})
console.info('shop is open')
document.documentElement.dataset.ready = 'yes'
