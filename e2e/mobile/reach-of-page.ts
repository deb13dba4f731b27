import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** Finds what axe objects to. */
export async function axeFaults(page: Page): Promise<[rule: string, html: string | undefined][]> {
  // The bar of tabs is of the navigation library, which gives it no landmark; the frame around a named sheet is of React Native Web,
  // which calls it a dialog too.
  const { violations } = await new AxeBuilder({ page }).disableRules(['region', 'aria-dialog-name']).analyze()
  return violations.map(({ id, nodes }) => [id, nodes[0]?.html])
}

/** Finds texts that are cut off, and how wide the page is. */
export function cutTexts(page: Page): Promise<{ wide: number; cut: string[] }> {
  return page.evaluate<{ wide: number; cut: string[] }>(`(() => {
    const isCut = (one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflow === 'hidden'
    const texts = [...document.querySelectorAll('[role=heading], [role=button] *, [role=tab] *, [role=status] *, label')]
    return {
      wide: document.scrollingElement.scrollWidth,
      cut: texts.filter((one) => one.offsetParent !== null && one.children.length === 0 && isCut(one)).map((one) => one.textContent),
    }
  })()`)
}
