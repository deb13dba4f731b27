/** Headers of every response of the API. Pages that load scripts set a policy of their own. */
export const securityHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  // Responses hold tokens and other people's data; no cache may keep them.
  'cache-control': 'no-store',
} as const

/**
 * Adds for a server with an https address that browsers use no other one for a year, also where somebody types http. Only
 * for its own host: others of the same domain may still speak http.
 */
export function headersOf(url: string): Record<string, string> {
  return url.startsWith('https:')
    ? { ...securityHeaders, 'strict-transport-security': 'max-age=31536000' }
    : securityHeaders
}
