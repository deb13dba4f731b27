/** A stand-in for React Native, which does not run without a phone: what the client imports of it, and nothing more. */
export const Platform = { OS: 'android', Version: 35, constants: { Manufacturer: 'Hermes', Model: 'VM' } }
export const AppState = { currentState: 'active', addEventListener: () => ({ remove() {} }) }
export const View = 'view'
