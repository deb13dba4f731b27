import { recall, remember } from './preferences.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

export function chosenTheme(): Theme {
  return themes.find((name) => name === recall('bugle-theme')) ?? 'system'
}

/** Applies a theme and stores it in this browser; `public/theme.js` reads it before the first paint. */
export function chooseTheme(next: Theme): void {
  remember('bugle-theme', next === 'system' ? undefined : next)
  if (next === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = next
}
