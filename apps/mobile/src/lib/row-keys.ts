import { Platform } from 'react-native'

export const enterKey = 'Enter'

/**
 * Makes a row that is a link work by keyboard in a browser, where React Native leaves links to the browser.
 *
 * @param actions by key, such as `Enter`; they are those of the dashboard
 */
export function rowKeys(actions: Record<string, () => void>): object {
  if (Platform.OS !== 'web') return {}
  return {
    onKeyUp: ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      if (!ctrlKey && !metaKey && !altKey) actions[key]?.()
    },
  }
}
