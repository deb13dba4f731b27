/** Modules that an app may have. Each is what `import * as` gives, or undefined. */
export interface OptionalModules {
  application?: unknown
  constants?: unknown
  device?: unknown
  updates?: unknown
  /** How the `promise` package tells of rejections: where an engine has no promises, React Native takes them from it. */
  tracking?: unknown
}

// Metro takes a missing module that is required right inside `try`; so does Node. Required while this file is loaded and
// not later: a module that fails then, fails into our hands, while later Metro would call it the end of the app.
let application: unknown
let constants: unknown
let device: unknown
let updates: unknown
let tracking: unknown
try {
  application = require('expo-application')
} catch {}
try {
  constants = require('expo-constants').default
} catch {}
try {
  device = require('expo-device')
} catch {}
try {
  updates = require('expo-updates')
} catch {}
try {
  tracking = require('promise/setimmediate/rejection-tracking')
} catch {}

export const optionalModules: OptionalModules = { application, constants, device, updates, tracking }
