/**
 * The items of a list with their places, for React's keys: bars, frames and breadcrumbs have no id of their own, may be
 * equal to each other, and never change places.
 *
 * @example placed(frames).map(({ at, item }) => <FrameLine key={at} frame={item} />)
 */
export function indexed<T>(items: readonly T[]): { at: number; item: T }[] {
  return items.map((item, at) => ({ at, item }))
}
