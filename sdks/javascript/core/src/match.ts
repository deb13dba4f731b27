/** Whether a text contains a string, or matches an expression. */
export function matches(rule: string | RegExp, text: string): boolean {
  return typeof rule === 'string' ? text.includes(rule) : new RegExp(rule).test(text)
}
