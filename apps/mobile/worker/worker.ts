/// <reference lib="webworker" />
import type { PushMessage } from '@bugle/protocol'

// The service worker of the page at /m/: it keeps the files of the app, so that it opens without a network, and shows push
// messages. Responses of the API never pass through it.

declare const self: ServiceWorkerGlobalScope
/** The files of the build and their digest; see scripts/mobile.mjs. */
declare const buildFiles: string[]
declare const buildDigest: string

const cacheName = `bugle-${buildDigest}`
const page = '/m/'
/** Picks the cookie of the mobile app beside the dashboard's. */
const ofPage = { 'X-Service-Client': 'mobile' }

self.addEventListener('install', (event) => {
  event.waitUntil(keepFiles())
})

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([forgetOtherBuilds(), self.clients.claim()]))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { pathname, origin } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin || !pathname.startsWith(page)) return
  if (request.mode === 'navigate') event.respondWith(openPage(request))
  else if (buildFiles.includes(pathname)) event.respondWith(fromCache(request))
})

self.addEventListener('push', (event) => {
  event.waitUntil(show(event.data))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(act(event.notification.data as PushMessage, event.action))
})

self.addEventListener('pushsubscriptionchange', (event) => {
  ;(event as ExtendableEvent).waitUntil(subscribeAgain())
})

async function keepFiles(): Promise<void> {
  const cache = await caches.open(cacheName)
  await cache.addAll([page, ...buildFiles])
  await self.skipWaiting()
}

async function forgetOtherBuilds(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(
    names.filter((name) => name.startsWith('bugle-') && name !== cacheName).map((name) => caches.delete(name)),
  )
}

/** The server's page while it responds, since a new build has new files; otherwise the one that was kept. */
async function openPage(request: Request): Promise<Response> {
  try {
    const response = await fetch(request)
    if (response.ok) return response
  } catch {}
  return (await caches.match(page)) ?? Response.error()
}

async function fromCache(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? fetch(request)
}

/** A browser that gets a message must show something, even if it cannot be read. */
async function show(data: PushMessageData | null): Promise<void> {
  const message = messageOf(data)
  const { title, body, id, issue } = message
  await self.registration.showNotification(title, {
    body,
    tag: String(id),
    icon: '/m/icon-180.png',
    badge: '/m/badge-96.png',
    data: message,
    // Android and Chromium alone; elsewhere a click opens the issue.
    ...(issue === undefined
      ? {}
      : {
          renotify: true,
          actions: [
            { action: 'resolve', title: words.resolve },
            { action: 'snooze', title: words.snooze },
          ],
        }),
  } as NotificationOptions)
  await setBadge()
}

/** The count of messages that are still there. */
async function setBadge(): Promise<void> {
  const shown = await self.registration.getNotifications()
  const { setAppBadge } = navigator as { setAppBadge?: (count: number) => Promise<void> }
  await setAppBadge?.call(navigator, shown.length).catch(() => {})
}

const isGerman = new URL(location.href).searchParams.get('language') === 'de'
const words = isGerman
  ? { resolve: 'Erledigen', snooze: 'Für eine Stunde zurückstellen', failed: 'Nicht geändert. Öffne das Issue.' }
  : { resolve: 'Resolve', snooze: 'Snooze for an hour', failed: 'Not changed. Open the issue.' }

function messageOf(data: PushMessageData | null): PushMessage {
  try {
    const message = data?.json() as PushMessage
    if (typeof message.title === 'string') return message
  } catch {}
  return { id: 0, title: 'Bugle', body: '', url: page, kind: 'test' }
}

async function act({ issue, kind, url, title, body, id }: PushMessage, action: string): Promise<void> {
  await setBadge()
  if (issue === undefined) return open(kind === 'project' ? new URL(url).pathname : page)
  if (action === '') return open(`${page}issues/${issue.id}`)
  const change =
    action === 'resolve'
      ? { status: 'resolved', resolved_in: { mode: 'now' } }
      : { status: 'snoozed', snooze: { until: new Date(Date.now() + 3_600_000).toISOString() } }
  // By its key the server recognizes the second attempt, if only the response to the first was lost.
  const headers = { ...ofPage, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }
  const send = () =>
    fetch(`/api/issues/${encodeURIComponent(issue.id)}`, { method: 'PATCH', headers, body: JSON.stringify(change) })
  const isDone = await send()
    .catch(send)
    .then(
      ({ ok }) => ok,
      () => false,
    )
  if (!isDone)
    await self.registration.showNotification(title, {
      body: `${words.failed}\n${body}`,
      tag: String(id),
      icon: '/m/icon-180.png',
      data: { issue, title, body, id },
    })
}

async function open(path: string): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window' })
  const [shown] = windows
  if (shown === undefined) return void (await self.clients.openWindow(path))
  await shown.focus()
  shown.postMessage({ open: path })
}

/** The browser made other keys, which the server needs. */
async function subscribeAgain(): Promise<void> {
  const known = (await (await fetch('/api/me/push', { headers: ofPage })).json()) as { push: object | null }
  if (known.push === null) return
  const { public_key } = (await (await fetch('/api/push/key')).json()) as { public_key: string }
  const subscription = await self.registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: public_key,
  })
  const { endpoint, keys } = subscription.toJSON()
  const { details, language, quiet_hours } = known.push as Record<string, unknown>
  await fetch('/api/me/push', {
    method: 'POST',
    headers: { ...ofPage, 'content-type': 'application/json' },
    body: JSON.stringify({ kind: 'webpush', endpoint, ...keys, details, language, quiet_hours }),
  })
}
