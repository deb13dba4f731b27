/** Calls a function a while after the first screen, when the page has nothing to do. Safari has no idle callbacks. */
export function whenIdle(run: () => void): void {
  setTimeout(() => ('requestIdleCallback' in window ? requestIdleCallback(run, { timeout: 2000 }) : run()), 1000)
}
