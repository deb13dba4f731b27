import { cleanUrl, type Integration } from '@bugle/core'

/** Adds facts that the browser reveals about itself, which the server reads, and the page's URL without its query. */
export function contexts(): Integration {
  return {
    name: 'contexts',
    setup(runtime, { appId, release }) {
      runtime.contexts = () => ({
        browser: { user_agent: navigator.userAgent },
        app: { bundle_id: appId, version: release },
        device: { viewport: `${innerWidth}x${innerHeight}` },
        page: { url: cleanUrl(location.href), language: navigator.language },
      })
    },
  }
}
