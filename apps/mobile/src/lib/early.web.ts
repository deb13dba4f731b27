/** Left by early.js, which runs before the program. */
const left = window as { bugleLink?: string; bugleEarly?: Map<string, Promise<Response>> }

/** The link that opened the page, if it brought something secret: its address no longer has it. */
export const openedLink = left.bugleLink

/** Responses by their paths. */
const early = left.bugleEarly ?? new Map<string, Promise<Response>>()

/** Sends a request, unless it was sent while the program was being loaded. Each of those responses is taken once. */
export function fetchOnce(request: Request): Promise<Response> {
  const path = request.url.slice(location.origin.length)
  const response = request.method === 'GET' ? early.get(path) : undefined
  if (response === undefined) return fetch(request)
  early.delete(path)
  return response
}

/** Forgets responses that nobody took: they are of another session, or no longer of now. */
export function forgetEarly(): void {
  early.clear()
}
