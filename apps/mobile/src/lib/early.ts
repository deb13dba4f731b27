/** As early.web.ts, on a phone, whose program is there at once. */
export const openedLink: string | undefined = undefined
export const fetchOnce = (request: Request): Promise<Response> => fetch(request)
export const forgetEarly = (): void => {}
