/** The part of our SDKs that this app uses; their sources are written for other libraries' types than React Native's. */
interface Reported {
  message?: string
  exceptions?: { message?: string }[]
  breadcrumbs?: { category?: string; message?: string; data?: object }[]
}

export interface Options {
  token: string
  endpoint: string
  appId: string
  beforeSend: (event: Reported) => Reported
  storage?: unknown
}

export declare function init(options: Options): void
export declare function close(): Promise<boolean>
export declare function captureException(error: unknown): void
export declare function setTag(name: string, value: string): void
export declare function noteScreen(name: string): void
