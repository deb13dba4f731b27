import { createStore, type Store } from './store.ts'

export interface Connection {
  /**
   * Whether the server responds, by the last attempt to reach it. `unready`: it is there, but starting, overloaded, or
   * without its database.
   */
  server: 'there' | 'unready' | 'away'
  /** `live`: updates are pushed. `none`: there is no stream, and screens ask now and then. */
  stream: 'live' | 'reconnecting' | 'none'
  /** When the server last responded, by this device's clock. It changes without notice while the server is there. */
  respondedAt: number
}

export interface ConnectionStore extends Pick<Store<Connection>, 'get' | 'subscribe'> {
  /** Records any response of the server, a refusal as well. */
  noteResponse: () => void
  /** Records that a request got no response; or that it is not ready, which something in its place may have said. */
  noteSilence: (isUnready?: boolean) => void
  /** Records the state of the stream. One that is open is a response; one that is not says nothing about the server. */
  noteStream: (stream: Connection['stream']) => void
  /** Records of when the data is that is shown without the server. */
  noteEarlierResponse: (respondedAt: number) => void
}

/** Creates the state of the connection to the server. */
export function createConnection(): ConnectionStore {
  const { get, set, subscribe } = createStore<Connection>({ server: 'there', stream: 'none', respondedAt: Date.now() })
  const change = (next: Partial<Connection>) => {
    const before = get()
    const after = { ...before, ...next }
    if (after.server !== before.server || after.stream !== before.stream) set(after)
    else before.respondedAt = after.respondedAt
  }
  return {
    get,
    subscribe,
    noteResponse: () => change({ server: 'there', respondedAt: Date.now() }),
    noteSilence: (isUnready = false) => change({ server: isUnready ? 'unready' : 'away' }),
    noteStream: (stream) =>
      change({ stream, ...(stream === 'live' ? { server: 'there', respondedAt: Date.now() } : {}) }),
    noteEarlierResponse: (respondedAt) => set({ ...get(), respondedAt }),
  }
}
