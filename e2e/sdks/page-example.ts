import { readFileSync } from 'node:fs'

/** Returns the first example of a page in a language. */
export function exampleOf(page: string, language: string): string {
  const text = readFileSync(new URL(`../../${page}`, import.meta.url), 'utf8')
  const found = new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(text)
  if (found === null) throw new Error(`${page} has no example in ${language}`)
  return found[1]!
}
