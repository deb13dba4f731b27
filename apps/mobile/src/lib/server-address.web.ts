/** The page's own server, the only one that its content security policy lets it reach. */
export const homeServer = location.origin
export const canChooseServer = false

export function normalServer(_address: string): string {
  return homeServer
}

export function isOpenHttp(_server: string): boolean {
  return false
}
