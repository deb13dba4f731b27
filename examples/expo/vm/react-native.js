/** A stand-in for React Native, which needs a phone: only the modules that the SDK imports. */
export const Platform = { OS: 'android', Version: 35, constants: { Manufacturer: 'Hermes', Model: 'VM' } }
export const AppState = { currentState: 'active', addEventListener: () => ({ remove() {} }) }
export const View = 'view'
