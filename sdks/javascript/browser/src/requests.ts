import { type Integration, requestBreadcrumbs } from '@bugle/core'

/** Breadcrumbs for the requests of the page; their URLs are relative to it. */
export const requests: Integration = requestBreadcrumbs((given) => new URL(`${given}`, location.href).href)
