// Usage: import { describeMissingMaintainer, standIn } from './maintainer.mjs'
//
// The maintainer of everything that is published: `author` of the root package.json. The packages of Debian and Red Hat show it as the address to
// write to.

/** The maintainer of a rehearsal whose checkout names none. */
export const standIn = 'Rehearsal <rehearsal@bugle.invalid>'

/**
 * Says what is wrong with the maintainer that a package.json names; undefined if it is a name with an address that may exist.
 *
 * @param {{ author?: unknown }} manifest
 * @returns {string | undefined}
 */
export function describeMissingMaintainer({ author }) {
  const [, domain] = /^[^<>]+ <[^@<>\s]+@([\w-]+(?:\.[\w-]+)+)>$/.exec(String(author ?? '')) ?? []
  if (domain !== undefined && !/(?:^|\.)example(?:\.\w+)?$/.test(domain)) return undefined
  return 'package.json names nobody to write to about the packages: "author" must be a name and an address that is read, such as Ann Lee <ann@bugle.dev>.'
}
