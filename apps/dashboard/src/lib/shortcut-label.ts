/** Label of a shortcut with this platform's modifier: `⌘K`, `Ctrl K`. */
export function shortcutLabel(key: string): string {
  return /Mac|iPhone|iPad/.test(navigator.platform) ? `⌘${key}` : `Ctrl ${key}`
}
