import { createApiClient } from '@bugle/api-client'
import { basePath } from './base-path.ts'
import { fetchSignedIn } from './session.ts'

/** The session is in a cookie that no script can read; what a login answers beside it is let go at once. */
export const api = createApiClient({ baseUrl: basePath, headers: { 'X-Service-Client': 'web' }, fetch: fetchSignedIn })
