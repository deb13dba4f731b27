/** The path that the dashboard is served under, without a slash at its end: `/bugle`, or nothing. */
export const basePath =
  typeof document === 'undefined' ? '' : new URL(document.baseURI).pathname.replace(/\/[^/]*$/, '')

/** A path of the server as this page reaches it. */
export function served(path: string): string {
  return basePath + path
}
