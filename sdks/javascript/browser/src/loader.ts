/**
 * `loader.js`, a small classic script for the page's head. It collects errors and calls until the SDK is loaded, and
 * loads `bugle.js` from the same folder without blocking the page. Under a name with a hash, `loader.3f9a….js`, it loads
 * the `bugle.….js` of its own build by its digest: a page that names the loader's digest runs these bytes or none. It needs
 * no inline script, and no exception from a policy that trusts its origin or its nonce.
 *
 * @example <script src="/bugle/loader.js" data-token="bgl_live_…" data-endpoint="https://…" data-app-id="…"></script>
 */
import type { Early } from './early.ts'

/** Set by the build: `bugle.js` under a name with its hash, and its digest. */
declare const pinned: { file: string; integrity: string }

const calls = [
  'init',
  'captureException',
  'captureMessage',
  'addBreadcrumb',
  'setUser',
  'setTag',
  'setTags',
  'setContext',
  'setExtra',
]
const maxKept = 50

const script = document.currentScript as HTMLScriptElement | null
const early: Early = { options: { ...script?.dataset }, events: [], calls: [], stop }
const keep = (event: Event) => void (early.events.length < maxKept && early.events.push(event))

function stop(): void {
  removeEventListener('error', keep)
  removeEventListener('unhandledrejection', keep)
}

addEventListener('error', keep)
addEventListener('unhandledrejection', keep)

const unsent = async () => false
const waiting: Record<string, unknown> = {
  early,
  flush: unsent,
  close: unsent,
  withScope(work: (scope: object) => unknown) {
    const outside = early.calls
    const inside: Early['calls'] = []
    early.calls = inside
    try {
      return work(waiting)
    } finally {
      early.calls = outside
      // Replayed in a scope of its own once the SDK has taken this object's place.
      const repeat = () => {
        for (const [name, given] of inside) page.Bugle[name]?.(...given)
      }
      if (inside.length > 0 && outside.length < maxKept) outside.push(['withScope', [repeat]])
    }
  },
}
for (const name of calls)
  waiting[name] = (...given: unknown[]) => void (early.calls.length < maxKept && early.calls.push([name, given]))
const page = globalThis as unknown as { Bugle: Record<string, ((...given: unknown[]) => unknown) | undefined> }
page.Bugle = waiting as typeof page.Bugle

const address = script?.src ?? ''
const whole = document.createElement('script')
whole.src = address.replace(/loader(\.\w+)?\.js/, (_, hash) => {
  if (!hash) return 'bugle.js'
  whole.integrity = pinned.integrity
  whole.crossOrigin = 'anonymous'
  return pinned.file
})
whole.async = true
whole.nonce = script?.nonce ?? ''
// Under another name the script would load itself endlessly.
if (whole.src !== address) document.head.append(whole)
else console.warn('[bugle] off: the loader must be called loader.js')
