/** What the client uses of React Native; a test hands it something else. */
export interface Native {
  Platform: { OS: string; Version: string | number; constants?: object }
  AppState: {
    currentState?: string | null
    addEventListener(type: 'change' | 'memoryWarning', listener: (state: string) => void): { remove(): void }
  }
}
