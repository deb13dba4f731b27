import type { Storage } from '../storage.ts'

/** A device that forgets everything with the test. */
export function memoryStorage(): Storage & { kept: Map<string, string> } {
  const kept = new Map<string, string>()
  return {
    kept,
    get: (name) => kept.get(name),
    set: (name, value) => void kept.set(name, value),
    remove: (name) => void kept.delete(name),
  }
}
