/**
 * Pairs items with their indexes, for React keys: bars, frames and breadcrumbs have no id, may be equal to each other,
 * and never change their order.
 *
 * @example indexed(frames).map(({ index, item }) => <FrameLine key={index} frame={item} />)
 */
export function indexed<T>(items: readonly T[]): { index: number; item: T }[] {
  return items.map((item, index) => ({ index, item }))
}
