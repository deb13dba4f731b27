import { type Integration, requestBreadcrumbs } from '@bugle/core'

/** Resolves URLs relative to the page. */
export const requests: Integration = requestBreadcrumbs((given) => new URL(`${given}`, location.href).href)
