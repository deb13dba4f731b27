/** As reload.ts, in a browser. */
export function reload(): void {
  location.reload()
}
