import { type Integration, requestBreadcrumbs } from '@bugle/core'

/** Addresses of a page may be relative to its own. */
export const requests: Integration = requestBreadcrumbs((given) => new URL(`${given}`, location.href).href)
