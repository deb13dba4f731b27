/**
 * Sorts breadcrumbs by their time. One whose time is unknown stays behind the one before it.
 */
export function crumbsInOrder<Crumb extends { ts: number | null }>(crumbs: readonly Crumb[]): Crumb[] {
  let last = Number.NEGATIVE_INFINITY
  const timed = crumbs.map((crumb) => {
    last = crumb.ts ?? last
    return { crumb, at: last }
  })
  // Infinite times have no difference.
  return timed.sort((one, other) => Number(one.at > other.at) - Number(one.at < other.at)).map(({ crumb }) => crumb)
}
