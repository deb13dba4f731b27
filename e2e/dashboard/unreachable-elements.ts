import type { Page } from 'playwright-core'

interface Stop {
  /** Number of the focused element; undefined when it is the page itself. */
  number: string | undefined
  /** Whether the focus is visible. */
  isMarked: boolean
  words: string
}

/**
 * Finds elements that the pointer can operate but Tab does not reach, and those without a visible focus. Composite
 * widgets (radios, arrow-key lists) count as one tab stop.
 */
export async function unreachableElements(page: Page): Promise<string[]> {
  await page.evaluate('document.activeElement?.blur?.()')
  const waiting = new Map(Object.entries(await page.evaluate<Record<string, string>>(numberAll)))
  const wrong: string[] = []
  const presses = 2 * waiting.size + 20
  const seen = new Set<string>()
  for (let press = 0; press < presses && waiting.size > 0; press += 1) {
    await page.keyboard.press('Tab')
    const { number, isMarked, words } = await page.evaluate<Stop>(whereTheFocusIs)
    if (number === undefined || seen.has(number)) continue
    seen.add(number)
    waiting.delete(number)
    if (!isMarked) wrong.push(`no mark of the focus: ${words}`)
  }
  return [...wrong, ...[...waiting.values()].map((words) => `not reached: ${words}`)]
}

/** Numbers all operable elements, on the page or in the dialog over it. */
const numberAll = `(() => {
  const all = {}
  const operable = 'a[href], button, input, select, textarea, summary, [role=button], [role=link], [role=switch], [tabindex="0"]'
  const around = document.querySelector('dialog[open]') ?? document.body
  for (const old of document.querySelectorAll('[data-number]')) delete old.dataset.number
  let next = 0
  for (const element of around.querySelectorAll(operable)) {
    const isHere = element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    const isOneOfSome = element.tabIndex < 0 && element.closest('[role=radiogroup], [role=listbox], [role=menu], [role=tablist]')
    const isOtherRadio = element.type === 'radio' && !element.checked
    if (!isHere || element.disabled || element.closest('[inert], [aria-hidden=true]') || isOneOfSome || isOtherRadio) continue
    element.dataset.number = String(next)
    all[next++] = element.outerHTML.slice(0, 160)
  }
  return all
})()`

/** The focus is visible as an outline, or as a style of a parent. */
const whereTheFocusIs = `(() => {
  const element = document.activeElement
  if (element === null || element === document.body) return { isMarked: true, words: 'the page' }
  const marked = (one) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one)
    return (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none'
  }
  let isMarked = false
  for (let one = element, depth = 0; one !== null && depth < 4; one = one.parentElement, depth += 1) isMarked ||= marked(one)
  return { number: element.dataset.number, isMarked, words: element.outerHTML.slice(0, 160) }
})()`
