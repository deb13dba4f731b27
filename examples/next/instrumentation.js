/** Next.js calls `register` when a server starts, and `onRequestError` for errors of pages, handlers and actions. */
export { onRequestError } from '@bugle/node/next'

export async function register() {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { init } = await import('@bugle/node')
  init({
    token: process.env.BUGLE_TOKEN,
    endpoint: process.env.BUGLE_ENDPOINT,
    appId: 'com.example.desk',
    storeDirectory: process.env.BUGLE_STORE,
  })
}
