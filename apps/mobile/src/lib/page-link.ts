/** The link that opened the page; a phone's app gets it from the router. */
export function pageLink(): string | undefined {
  return undefined
}
