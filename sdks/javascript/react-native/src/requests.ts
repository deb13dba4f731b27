import { type Integration, requestBreadcrumbs } from '@bugle/core'

/** An app has no URL of its own, so URLs are absolute. */
export const requests: Integration = requestBreadcrumbs(String)
