/** Headers of every response of the API. Pages that load scripts set a policy of their own. */
export const securityHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  // Responses hold tokens and other people's data; no cache may keep them.
  'cache-control': 'no-store',
} as const
