/** `1 event`, `1,400 events` */
export function counted(count: number, one: string, many: string): string {
  return `${amount(count)} ${count === 1 ? one : many}`
}

/** `1,400` */
export function amount(count: number): string {
  return count.toLocaleString('en-US')
}
