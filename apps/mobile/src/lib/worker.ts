/** The service worker of the page; a phone's app has none. */
export function startWorker(_onOpen: (path: string) => void): void {}
