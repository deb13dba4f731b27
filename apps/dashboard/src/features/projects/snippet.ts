import type { Project } from './queries.ts'

/** A first event by curl, with the token as it is: what is seen is what Copy puts in. */
export function curlSnippet(origin: string, project: Project, token: string): string {
  const event = {
    exception_type: 'TypeError',
    message: "Cannot read properties of undefined (reading 'total')",
    platform: project.platform ?? 'other',
    app_id: project.app_id,
    stack:
      "TypeError: Cannot read properties of undefined (reading 'total')\n    at applyDiscount (/srv/shop/checkout/cart.js:118:24)",
  }
  // A quote ends a quoted word of the shell; \u0027 is the same character in JSON.
  const body = JSON.stringify(event).replaceAll("'", '\\u0027').replaceAll('","', '",\n   "')
  return `curl ${origin}/ingest \\\n  -H 'X-Service-Token: ${token}' \\\n  -H 'Content-Type: application/json' \\\n  -d '${body}'`
}
