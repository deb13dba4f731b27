import { consoleBreadcrumbs, type Integration, breadcrumbs as kept } from '@bugle/core'
import { navigation } from './navigation.ts'
import { requests } from './requests.ts'

/** Breadcrumbs: those of the program, its console output, its requests and navigation. */
export function breadcrumbs(): Integration[] {
  return [kept(), consoleBreadcrumbs, requests, navigation]
}
