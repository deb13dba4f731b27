/** The list that an issue was opened from: which issues stand beside it, and the way back to it. */
interface LastList {
  ids: string[]
  href: string
}

let last: LastList | undefined

export function keepLastList(list: LastList): void {
  last = list
}

/** Of the list that was seen last; nothing when the issue was opened by its address. */
export function neighborsOf(
  id: string,
): { at: number; of: number; before: string | undefined; after: string | undefined; href: string } | undefined {
  const at = last?.ids.indexOf(id) ?? -1
  if (last === undefined || at === -1) return undefined
  return { at: at + 1, of: last.ids.length, before: last.ids[at - 1], after: last.ids[at + 1], href: last.href }
}
