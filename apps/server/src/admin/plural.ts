/**
 * Puts a number before a noun.
 *
 * @example plural(2, 'project') // '2 projects'
 */
export function plural(count: number, noun: string, many = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : many}`
}
