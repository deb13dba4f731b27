import { Platform } from 'react-native'

/** The native app's own link to an issue: a mail and the page of a server lead to a browser, since an app cannot claim every server. */
export function appLinkOf(server: string, issueId: string): string {
  return `bugle://issues/${issueId}?s=${encodeURIComponent(new URL(server).host)}`
}

/** Whether this is the page in the browser of a phone, which may have the native app too. */
export function isPageOnPhone(): boolean {
  return Platform.OS === 'web' && /Android|iPhone|iPad/.test(navigator.userAgent)
}
