import { ApiError } from '@bugle/api-client'
import { withBasePath } from './base-path.ts'

/**
 * Reports an error of this page to a project on this server, as any program does.
 *
 * @param token the project's ingest token; it is not stored
 * @returns the id of the issue
 * @throws {ApiError} when the server refuses it
 */
export async function sendErrorReport(
  error: unknown,
  { appId, token }: { appId: string; token: string },
): Promise<string> {
  const response = await fetch(withBasePath('/ingest'), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Service-Token': token },
    body: JSON.stringify(eventOf(error, appId)),
  })
  const body = (await response.json()) as { issue_id: string; code: ApiError['code']; message: string }
  if (response.ok) return body.issue_id
  throw new ApiError({ status: response.status, code: body.code, message: body.message, errors: {} })
}

function eventOf(error: unknown, appId: string) {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error))
  return {
    exception_type: name,
    message,
    stack,
    platform: 'web',
    app_id: appId,
    mechanism: { type: 'error boundary', handled: true },
    tags: { page: window.location.pathname },
    contexts: { browser: { user_agent: navigator.userAgent } },
    sdk: { name: 'bugle.dashboard' },
  }
}
