/** The part of React Native that the SDK uses; tests pass in their own. */
export interface Native {
  Platform: { OS: string; Version: string | number; constants?: object }
  AppState: {
    currentState?: string | null
    addEventListener(type: 'change' | 'memoryWarning', listener: (state: string) => void): { remove(): void }
  }
}
