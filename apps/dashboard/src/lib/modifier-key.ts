/** A shortcut with this platform's modifier: `⌘K`, `Ctrl K`. */
export function modifierKey(key: string): string {
  return /Mac|iPhone|iPad/.test(navigator.platform) ? `⌘${key}` : `Ctrl ${key}`
}
