/** Expressions for secrets in free text, as SDKs have them: conformance/scrub holds both to one rule. */
export const secretRule: readonly (readonly [RegExp, string])[] = [
  [/\b(Bearer|Basic)\s+[\w.~+/=-]{6,}/gi, '$1 [scrubbed]'],
  [
    /((?:passw(?:or)?d|passphrase|pwd(?!=\/)|secret(?!ar)|token(?!s|iz)|(?:api|access|private)[_-]?key)[\w-]{0,20}\\{0,2}["']?\s{0,3}[=:](?![=:>])\s{0,3})(?!\[|(?:is|was|are|must|has|have|can|cannot|should|required|invalid|missing|wrong|expired|empty|unknown|undefined|null|none|true|false|not|no|too|Bearer|Basic)(?=[\s.,;:!)\]}]|$))(?:\\{1,2}"[^"\\]{0,4000}\\{0,2}"?|"[^"\\]{0,4000}(?:\\.[^"\\]{0,4000}){0,99}"?|'[^'\\]{0,4000}(?:\\.[^'\\]{0,4000}){0,99}'?|[^\s"'&,;)}\]<>\\]{1,4000})/gi,
    '$1[scrubbed]',
  ],
  [
    /\b(?:bgl_live_\w+|[rs]k_(?:live|test)_\w{10,200}|gh[opsur]_\w{16,300}|github_pat_\w{20,300}|glpat-[\w-]{16,300}|xox[a-z]-[\w-]{10,300}|sk-(?:[A-Za-z\d]{32,100}|(?:ant|proj)-[\w-]{16,300})|A(?:KI|SI)A[A-Z\d]{16}|AIza[\w-]{30,100}|eyJ[\w-]{8,500}\.[\w-]{8,4000}(?:\.[\w-]{0,2000})?)|-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[^-]{0,8000}/g,
    '[scrubbed]',
  ],
]

/** Most texts have none of these, of which each secret has one. */
const isSuspect =
  /[:=]|b(?:earer|asic)\s|bgl_live_|[rs]k_|gh[opsur]_|github_pat_|glpat-|xox[a-z]-|sk-|A(?:KI|SI)A|AIza|eyJ|PRIVATE KEY/i

/**
 * Masks secrets in a text that is shown: named ones (`password=…`, `"token": "…"`), credentials of HTTP, and keys of known
 * forms. Takes time in proportion to its length.
 */
export function maskSecrets(text: string): string {
  if (!isSuspect.test(text)) return text
  return secretRule.reduce((masked, [expression, replacement]) => masked.replace(expression, replacement), text)
}
