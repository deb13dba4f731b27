/** Errors and calls that the loader collected before the SDK arrived. */
export interface Early {
  /** Attributes of the loader's element: `data-app-id` is `appId`. */
  options: Record<string, string | undefined>
  events: Event[]
  calls: [name: string, given: unknown[]][]
  stop: () => void
}
