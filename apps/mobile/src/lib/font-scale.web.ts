/** How much larger than usual the reader wants text: by the browser's setting, or on iOS by that of the system. */
export const fontScale = readScale()

function readScale(): number {
  const size = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  // base.css takes the system's text style where there is one; its usual size is 17.
  const usual = CSS.supports('font', '-apple-system-body') ? 17 : 16
  return size > 0 ? Math.max(0.8, Math.min(3, size / usual)) : 1
}
