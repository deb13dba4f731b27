import { requestBreadcrumbs } from '@bugle/core'

/** Addresses of a page may be relative to its own. */
export const requests = requestBreadcrumbs((given) => new URL(`${given}`, location.href).href)
