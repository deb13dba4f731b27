/**
 * Makes the anchor of a heading as GitHub does, so that links of the pages hold in both places.
 *
 * @example anchorOf("Beside Sentry's SDK") // 'beside-sentrys-sdk'
 */
export function anchorOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-')
}
