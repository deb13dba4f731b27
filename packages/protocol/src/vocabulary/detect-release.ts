/** Variables that name the running build on hosting platforms and in CI, most trusted first. The Node SDK reads the same. */
export const releaseVariables = [
  'BUGLE_RELEASE',
  'SOURCE_VERSION',
  'HEROKU_SLUG_COMMIT',
  'VERCEL_GIT_COMMIT_SHA',
  'RENDER_GIT_COMMIT',
  'RAILWAY_GIT_COMMIT_SHA',
  'GITHUB_SHA',
  'CI_COMMIT_SHA',
] as const

/**
 * Finds the release that the Node SDK sends in the same environment.
 *
 * @example detectRelease({ GITHUB_SHA: 'c0ffee' }) // 'c0ffee'
 */
export function detectRelease(env: Record<string, string | undefined>): string | undefined {
  return releaseVariables.map((name) => env[name]).find((value) => value !== undefined && value !== '')
}
