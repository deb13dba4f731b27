/** A React 19 page that reports to Bugle, by a boundary and by root error handlers. */
import { init } from '@bugle/browser'
import { ErrorBoundary, rootErrorHandlers } from '@bugle/browser/react'
import { createElement, useState } from 'react'
import { createRoot } from 'react-dom/client'

const [token, endpoint] = location.hash.slice(1).split('@')
init({ token, endpoint, appId: 'com.example.shop' })

function Cart({ items }) {
  return createElement('p', null, items.length)
}

function Shop() {
  const [shown, show] = useState('')
  const button = (id, onClick) => createElement('button', { id, type: 'button', onClick }, id)
  const again = (reset) => {
    show('')
    reset()
  }
  return createElement(
    'main',
    null,
    button('caught', () => show('inside')),
    button('uncaught', () => show('outside')),
    createElement(
      ErrorBoundary,
      { fallback: ({ reset }) => button('reset', () => again(reset)) },
      shown === 'inside' ? createElement(Cart) : 'nothing to see',
    ),
    shown === 'outside' ? createElement(Cart, { items: null }) : null,
  )
}

createRoot(document.getElementById('app'), rootErrorHandlers()).render(createElement(Shop))
document.documentElement.dataset.ready = 'yes'
