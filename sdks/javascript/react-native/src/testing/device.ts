import type { BugleEvent, Client } from '@bugle/core'
import { vi } from 'vitest'
import { createClient, type ReactNativeOptions } from '../create-client.ts'
import type { OptionalModules } from '../optional-modules.ts'
import * as native from './react-native.ts'

type Handler = (error: unknown, isFatal?: boolean) => void
type Tracking = { onUnhandled: (id: number, reason: unknown) => void }

/**
 * A stand-in for what a phone offers beside React Native's modules: `ErrorUtils`, Hermes' tracker, a network, a storage
 * and time, all controlled by the test.
 */
export class Device {
  readonly sent: BugleEvent[] = []
  /** Bodies of requests for something else than events. */
  readonly others: unknown[] = []
  readonly seenByFormer: unknown[] = []
  readonly stored = new Map<string, string>()
  /** Status of network responses; 0 means no response. */
  status = 202
  /** Resolves when the storage accepts writes. */
  isWriting = Promise.resolve()
  #handler: Handler = (error) => this.seenByFormer.push(error)
  #tracking: Tracking | undefined
  #former: Record<string, unknown> = {}

  readonly globals: Record<string, unknown> = {
    ErrorUtils: {
      getGlobalHandler: () => this.#handler,
      setGlobalHandler: (handler: Handler) => {
        this.#handler = handler
      },
    },
    HermesInternal: {
      hasPromise: () => true,
      enablePromiseRejectionTracker: (tracking: Tracking) => {
        this.#tracking = tracking
      },
      getRuntimeProperties: () => ({ 'OSS Release Version': 'for RN 0.81', 'Bytecode Version': 96 }),
    },
    fetch: async (url: string, { body }: { body: string }) => {
      if (this.status === 0) throw new TypeError('Network request failed')
      if (this.status === 202) (url.endsWith('/ingest') ? this.sent : this.others).push(JSON.parse(body))
      return { status: this.status, headers: new Headers() }
    },
    __DEV__: false,
  }

  readonly storage = {
    getAllKeys: async () => [...this.stored.keys(), 'of:the:app'],
    getItem: async (key: string) => this.stored.get(key) ?? null,
    setItem: async (key: string, value: string) => {
      await this.isWriting
      this.stored.set(key, value)
    },
    removeItem: async (key: string) => void this.stored.delete(key),
  }

  /** Replaces the test's own globals, with the app in the foreground. Time stands still from now on. */
  plugIn(): void {
    vi.useFakeTimers()
    native.AppState.currentState = 'active'
    const all = globalThis as Record<string, unknown>
    for (const [name, value] of Object.entries(this.globals)) {
      this.#former[name] = all[name]
      all[name] = value
    }
  }

  unplug(): void {
    Object.assign(globalThis, this.#former)
    vi.useRealTimers()
  }

  /** Advances time, and waits for asynchronous work to settle. */
  async pass(ms = 0): Promise<void> {
    await vi.advanceTimersByTimeAsync(ms)
  }

  client(
    options: Omit<ReactNativeOptions, 'token' | 'endpoint' | 'appId'> = {},
    modules: OptionalModules = {},
  ): Client {
    const own = { token: 'bgl_live_x', endpoint: 'http://bugle.test', appId: 'com.example.app', storage: this.storage }
    return createClient({ ...own, without: ['console'], ...options }, native, modules)
  }

  throw(error: unknown, isFatal: boolean): void {
    this.#handler(error, isFatal)
  }

  reject(reason: unknown): void {
    this.#tracking?.onUnhandled(1, reason)
  }
}
