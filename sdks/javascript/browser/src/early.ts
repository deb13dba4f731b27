/** What the loader kept until Bugle came. */
export interface Early {
  /** Of the loader's element: `data-app-id` is `appId`. */
  options: Record<string, string | undefined>
  events: Event[]
  calls: [name: string, given: unknown[]][]
  stop: () => void
}
