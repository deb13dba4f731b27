/** The part of React Native used here; this repository does not install it. */
declare module 'react-native' {
  type Native = import('./native.ts').Native
  export const Platform: Native['Platform']
  export const AppState: Native['AppState']
  export const View: import('react').ComponentType<Record<string, unknown>>
}
