import { openedLink } from './early'

/** As page-link.ts, in a browser. */
export function pageLink(): string | undefined {
  return openedLink !== undefined && /#(c|token)=/.test(openedLink) ? openedLink : undefined
}
