/**
 * Suggests the app ID of a new project.
 *
 * @example appIdOf("Ann's Shop", {}) // 'anns-shop'
 */
export function appIdOf(name: string, { bundleId }: { bundleId?: string }): string {
  const isOfApp = bundleId !== undefined
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\p{M}'’]/gu, '')
    .replaceAll(/[^\p{L}\p{N}.]+/gu, isOfApp ? '' : '-')
    .replaceAll(/^[-.]+|(?<![-.])[-.]+$/g, '')
  return words === '' || !isOfApp ? words : `com.example.${words}`
}
