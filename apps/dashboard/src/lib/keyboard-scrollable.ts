/** For a scrollable box: keys scroll it only if it takes the focus (WCAG 2.1.1, axe: scrollable-region-focusable). */
export const keyboardScrollable = { tabIndex: 0 } as const
