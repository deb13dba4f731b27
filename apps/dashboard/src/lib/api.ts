import { createApiClient } from '@bugle/api-client'
import { basePath } from './base-path.ts'
import { fetchSignedIn } from './session.ts'

/** The API client. The session is in a cookie that no script can read; the token in a sign-in response is discarded. */
export const api = createApiClient({ baseUrl: basePath, headers: { 'X-Service-Client': 'web' }, fetch: fetchSignedIn })
