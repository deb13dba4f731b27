/** Whether a text contains one of the strings, or matches one of the expressions. */
export function matches(rules: string | RegExp | (string | RegExp)[] | undefined, text: string): boolean {
  return [rules ?? []]
    .flat()
    .some((rule) => (typeof rule === 'string' ? text.includes(rule) : new RegExp(rule).test(text)))
}
