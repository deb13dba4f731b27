import type { Frame } from '@bugle/stacktrace'
import { functionName } from './frame-key.ts'
import { remembered } from './remembered.ts'

/** Why a frame says nothing about which error this is; undefined when it does. */
export function noiseOf(frame: Frame): string | undefined {
  if (frame.native) return 'code of the engine'
  const { file = '', function: name = '' } = frame
  if (file.includes('@bugle/') || file.includes('/bugle/sdk/') || file.startsWith('package:bugle')) return 'our client'
  if (name.startsWith('_kDart')) return 'an address without symbols'
  if (frame.file === undefined && frame.module === undefined && frame.eval) return 'evaluated code without a place'
  return compilerHelpers.has(functionName(name)) ? 'added by a compiler' : undefined
}

/** What compilers put around async functions, generators and classes. */
const compilerHelpers = new Set([
  '__awaiter',
  '__generator',
  '_asyncToGenerator',
  'asyncGeneratorStep',
  'asyncToGenerator',
  '_next',
  '_throw',
  'fulfilled',
  'rejected',
  'tryCatch',
  'regeneratorRuntime',
  '_callSuper',
  '_createClass',
  '__webpack_require__',
  '__webpack_exec__',
  'resumeWith',
  'invokeSuspend',
  'processTicksAndRejections',
])

/** A function that every error of a program may come through: it tells nothing apart. */
export function isFunnel({ function: name }: Frame): boolean {
  if (name === undefined) return false
  return isFunnelName(name)
}

const isFunnelName = remembered((name) => {
  const bare = functionName(name)
  return funnels.has(bare.toLowerCase()) || /^(?:on|handle)?_?unhandled/i.test(bare)
})

const funnels = new Set(
  [
    ...['reportError', 'report', 'reportException', 'captureException', 'captureError', 'captureMessage', 'logError'],
    ...[
      'logException',
      'log',
      'error',
      'warn',
      'handleError',
      'handleException',
      'onError',
      'errorHandler',
      'trackError',
    ],
    ...[
      'notifyError',
      'sendError',
      'recordError',
      'throwError',
      'raise',
      'fail',
      'invariant',
      'assert',
      'panic',
      'abort',
    ],
    ...[
      'onRejection',
      'rejectionHandler',
      'exceptionHandler',
      'globalErrorHandler',
      'uncaughtException',
      'dispatchError',
    ],
  ].map((name) => name.toLowerCase()),
)

/** The constructor of the exception itself: some engines show it, some do not. */
export function isOwnConstructor({ function: name, module }: Frame, type: string): boolean {
  if (name === undefined) return false
  if (module !== undefined) return module === type && /^(?:<init>|\.ctor|__construct)$/.test(name)
  return functionName(name) === type
}

/**
 * Whether a frame stands in code whose names change with every build: minified JavaScript, bytecode bundles,
 * classes that R8 renamed.
 */
export function isUnresolved({ file = '', function: name, module, line, column }: Frame): boolean {
  if (module !== undefined) return isShortPath(module)
  const kind = fileKind(file)
  if (kind === 'bundle') return true
  if (kind === 'other' || column === undefined || line === undefined) return false
  if (column > 250) return true
  // A short name in a file with a hash: a bundle's first columns.
  return (
    line < 20 && /[.-](?=\w*\d)\w{6,}\.[cm]?js/.test(file) && (name === undefined || functionName(name).length <= 2)
  )
}

/** What a file's name says of how it was built. */
const fileKind = remembered((file: string): 'bundle' | 'hashed' | 'script' | 'other' => {
  const path = file.replace(/[?#].*$/, '')
  if (/\.(?:jsbundle|bundle|hbc)$|[./-]min\.[cm]?js|\/bundle-[\w-]+$/.test(path)) return 'bundle'
  if (!/\.[cm]?js$/.test(path)) return 'other'
  return /[.-](?=\w*\d)\w{6,}\.[cm]?js/.test(path) ? 'hashed' : 'script'
})

/** `a.b.c`, as R8 and ProGuard name classes. */
function isShortPath(module: string): boolean {
  if (module.length > 12 || !/^[a-z]/.test(module)) return false
  const parts = module.split('.')
  return parts.length > 1 && parts.every((part) => part.length <= 2)
}

/** A name that a minifier left: methods and exports keep theirs, variables get one of a letter or two. */
export function isLastingName(name: string): boolean {
  return name.length >= 4 && !/^[a-z]{0,2}\d+$/.test(name)
}
