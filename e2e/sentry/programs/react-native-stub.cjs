// Stands in for React Native in the bundle of react-native.mjs: without native modules the SDK sends by JavaScript alone.
const listener = { remove() {} }

module.exports = {
  Platform: {
    OS: 'ios',
    Version: '19.0',
    constants: { reactNativeVersion: { major: 0, minor: 83, patch: 0 } },
    select: (choices) => choices.ios ?? choices.default,
  },
  NativeModules: {},
  TurboModuleRegistry: { get: () => null, getEnforcing: () => null },
  AppState: { currentState: 'active', isAvailable: true, addEventListener: () => listener },
  AppRegistry: { setWrapperComponentProvider() {} },
  Dimensions: { get: () => ({ width: 390, height: 844, scale: 3 }), addEventListener: () => listener },
  Linking: { getInitialURL: async () => null, addEventListener: () => listener },
  NativeEventEmitter: class {
    addListener() {
      return listener
    }
  },
  LogBox: { ignoreLogs() {} },
  StyleSheet: { create: (styles) => styles },
  Animated: { Value: class {}, View: 'View' },
  PanResponder: { create: () => ({ panHandlers: {} }) },
  Easing: { in: () => 0, out: () => 0, quad: 0 },
  Appearance: { getColorScheme: () => 'light', addChangeListener: () => listener },
  UIManager: { hasViewManagerConfig: () => false, getViewManagerConfig: () => ({}) },
  View: 'View',
  Text: 'Text',
  Image: 'Image',
}
