import type { Page } from 'playwright-core'

/** Pixels by which the page is wider than its window. */
export async function overflowOf(page: Page): Promise<number> {
  return Math.max(0, await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth'))
}

/**
 * Finds texts that cannot be read in full or scrolled to: beyond the window, or truncated by a box. Event data may end
 * in an ellipsis; it is whole on hover and on its own screen.
 */
export async function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(findCutTexts)
}

const findCutTexts = `(() => {
  const isClipping = (style, axis) =>
    ['hidden', 'clip'].includes(style['overflow' + axis]) || /strict|content|paint/.test(style.contain)
  const isScrolling = (style, axis) => ['auto', 'scroll'].includes(style['overflow' + axis])
  const wide = document.documentElement.clientWidth
  const cutBy = (element, box) => {
    if (element.closest('.from-event, [aria-hidden=true], svg')) return undefined
    let [isFreeX, isFreeY] = [false, false]
    for (let around = element; around !== document.body && around !== null; around = around.parentElement) {
      const style = getComputedStyle(around)
      const edge = around.getBoundingClientRect()
      // For screen readers only.
      if (edge.width <= 1 || edge.height <= 1 || style.clipPath.startsWith('inset(50%')) return undefined
      if (isClipping(style, 'X') && !isFreeX && (box.right > edge.right + 1.5 || box.left < edge.left - 1.5)) return around.className
      if (isClipping(style, 'Y') && !isFreeY && (box.bottom > edge.bottom + 4 || box.top < edge.top - 4)) return around.className
      isFreeX ||= isScrolling(style, 'X')
      isFreeY ||= isScrolling(style, 'Y')
    }
    const isShortened = getComputedStyle(element).textOverflow === 'ellipsis' && element.scrollWidth > element.clientWidth + 1
    if (isShortened) return 'an ellipsis'
    return !isFreeX && (box.right > wide + 1 || box.left < -1) ? 'the window' : undefined
  }
  const found = []
  const walker = document.createTreeWalker(document.querySelector('dialog[open]') ?? document.body, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  while (walker.nextNode()) {
    const { data, parentElement } = walker.currentNode
    if (data.trim() === '' || !parentElement.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
    range.selectNodeContents(walker.currentNode)
    const by = cutBy(parentElement, range.getBoundingClientRect())
    if (by !== undefined) found.push(data.trim().slice(0, 80) + ' | by ' + by)
  }
  return found
})()`

/** Finds inputs that stand side by side in a form at different heights. */
export async function crookedInputs(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(findCrookedInputs)
}

const findCrookedInputs = `(() => {
  const inputs = [...document.querySelectorAll('form .input, [role=dialog] .input, dialog .input')]
  const boxes = inputs.filter((input) => input.checkVisibility()).map((input) => ({ input, box: input.getBoundingClientRect() }))
  const found = []
  for (const [index, { input, box }] of boxes.entries())
    for (const other of boxes.slice(index + 1)) {
      if (input.closest('form') !== other.input.closest('form')) continue
      const shared = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top)
      const isBeside = shared > Math.min(box.height, other.box.height) / 2
      if (isBeside && (Math.abs(box.top - other.box.top) > 1 || Math.abs(box.height - other.box.height) > 1))
        found.push(input.name + ' | ' + other.input.name)
    }
  return found
})()`

/** Finds what moves for longer than a frame, by its class. */
export async function movingParts(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(findMovingParts)
}

const findMovingParts = `(() => {
  const frame = 0.017
  const longest = (list) => Math.max(...list.split(',').map((text) => parseFloat(text) * (text.trim().endsWith('ms') ? 0.001 : 1)))
  const found = new Set()
  for (const element of document.querySelectorAll('*'))
    for (const part of [undefined, '::before', '::after', '::backdrop']) {
      const style = getComputedStyle(element, part)
      const isAnimated = style.animationName !== 'none' && longest(style.animationDuration) > frame
      const isChanging = style.transitionProperty !== 'none' && longest(style.transitionDuration) > frame
      const isScrolling = style.scrollBehavior === 'smooth'
      if (isAnimated || isChanging || isScrolling) found.add(element.tagName + ' ' + element.getAttribute('class'))
    }
  return [...found]
})()`

/**
 * Finds scrolling boxes whose texts for screen readers lie outside of them: these hang from a box further out, which can
 * then be scrolled into nothing.
 */
export async function emptyScrolls(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(findEmptyScrolls)
}

const findEmptyScrolls = `(() => {
  const found = new Set()
  for (const element of document.querySelectorAll('.sr-only')) {
    let box = element.parentElement
    while (box !== null && !/auto|scroll/.test(getComputedStyle(box).overflow)) box = box.parentElement
    const isHidden = !element.checkVisibility() || getComputedStyle(element).position !== 'absolute'
    if (isHidden || box === null || box.contains(element.offsetParent)) continue
    if (box.scrollHeight > box.clientHeight || box.scrollWidth > box.clientWidth) found.add(box.tagName + ' ' + box.className)
  }
  return [...found]
})()`
