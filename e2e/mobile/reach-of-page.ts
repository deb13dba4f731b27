import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** Finds what axe objects to. */
export async function axeFaults(page: Page): Promise<[rule: string, html: string | undefined][]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations.map(({ id, nodes }) => [id, nodes[0]?.html])
}

/** Finds texts that are cut off, and how wide the page is. */
export function cutTexts(page: Page): Promise<{ wide: number; cut: string[] }> {
  return page.evaluate<{ wide: number; cut: string[] }>(`(() => {
    const styleOf = (one) => getComputedStyle(one)
    const isShown = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    const words = (one) => one.textContent.trim().slice(0, 60)
    const scrolls = (overflow) => overflow === 'auto' || overflow === 'scroll'
    // By an ellipsis of its own.
    const endsEarly = (one) =>
      styleOf(one).overflow !== 'visible' &&
      (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)
    // By an element around it, or by the edge of the screen, with nothing that scrolls in between.
    const isClipped = (one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect()
      let across = true
      let down = true
      for (let around = one.parentElement; around !== null; around = around.parentElement) {
        const { overflowX, overflowY } = styleOf(around)
        const box = around.getBoundingClientRect()
        if (scrolls(overflowX)) across = false
        if (scrolls(overflowY)) down = false
        if (across && overflowX !== 'visible' && (left < box.left - 1 || right > box.right + 1)) return true
        if (down && overflowY !== 'visible' && (top < box.top - 1 || bottom > box.bottom + 1)) return true
      }
      return (across && (left < -1 || right > innerWidth + 1)) || (down && (top < -1 || bottom > innerHeight + 1))
    }
    const texts = [...document.querySelectorAll('[dir=auto]')].filter((one) => isShown(one) && words(one) !== '')
    const inputs = [...document.querySelectorAll('input, textarea')].filter(isShown)
    return {
      wide: document.scrollingElement.scrollWidth,
      cut: [
        ...texts.filter((one) => endsEarly(one) || isClipped(one)).map(words),
        ...inputs.filter(isClipped).map((one) => one.ariaLabel),
      ],
    }
  })()`)
}
