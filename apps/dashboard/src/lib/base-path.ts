/** Path that the dashboard is served under, without a trailing slash: `/bugle`, or empty. */
export const basePath =
  typeof document === 'undefined' ? '' : new URL(document.baseURI).pathname.replace(/\/[^/]*$/, '')

/** Prefixes a path of the server with that path. */
export function withBasePath(path: string): string {
  return basePath + path
}
