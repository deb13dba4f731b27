import { reloadAppAsync } from 'expo'

/** Starts the app again. */
export function reload(): void {
  void reloadAppAsync()
}
