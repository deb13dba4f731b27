/** What is used of React Native, which this repository does not install. */
declare module 'react-native' {
  type Native = import('./native.ts').Native
  export const Platform: Native['Platform']
  export const AppState: Native['AppState']
  export const View: import('react').ComponentType<Record<string, unknown>>
}
