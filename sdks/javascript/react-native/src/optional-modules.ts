/** Modules that an app may have. Each is the result of `import * as`, or undefined. */
export interface OptionalModules {
  application?: unknown
  constants?: unknown
  device?: unknown
  updates?: unknown
  /** Rejection tracking of the `promise` package, which React Native uses where an engine has no promises. */
  tracking?: unknown
}

// Metro and Node accept a missing module that is required directly inside `try`. Required while this file loads: a
// failing module is caught here, while Metro would treat a later failure as fatal.
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
