import { type Integration, requestBreadcrumbs } from '@bugle/core'

/** An app has no address of its own: what it asks for is whole. */
export const requests: Integration = requestBreadcrumbs(String)
