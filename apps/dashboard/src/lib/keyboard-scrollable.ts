/**
 * For a box that scrolls: keys scroll it only when it takes the focus itself (WCAG 2.1.1, axe:
 * scrollable-region-focusable).
 */
export const keyboardScrollable = { tabIndex: 0 } as const
