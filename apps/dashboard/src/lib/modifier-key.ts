/** A key of the browser's with the modifier that this machine has for it: `⌘K`, `Ctrl K`. */
export function modifierKey(key: string): string {
  return /Mac|iPhone|iPad/.test(navigator.platform) ? `⌘${key}` : `Ctrl ${key}`
}
