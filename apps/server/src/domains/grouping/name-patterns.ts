/** Whether compilers generate a function of this last name around async functions, generators and classes. */
export function isHelperName(name: string): boolean {
  return compilerHelpers.has(name)
}

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

/** Whether any error of a program can pass through a function of this last name, so that it distinguishes nothing. */
export function isFunnelName(name: string): boolean {
  return funnels.has(name.toLowerCase()) || /^(?:on|handle)?_?unhandled/i.test(name)
}

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

/** Whether a name survived a minifier: methods and exports keep theirs, variables get one or two letters. */
export function isStableName(name: string): boolean {
  return name.length >= 4 && !/^[a-z]{0,2}\d+$/.test(name)
}

/** Returns how a file was built, judging by its name. */
export function fileKind(file: string): 'bundle' | 'script' | 'other' {
  const query = file.search(/[?#]/)
  const path = query < 0 ? file : file.slice(0, query)
  if (/\.(?:jsbundle|bundle|hbc)$|[./-]min\.[cm]?js|\/bundle-[\w-]+$|\/\.expo-internal\/[0-9a-f]{32,64}$/.test(path))
    return 'bundle'
  return /\.[cm]?js$/.test(path) ? 'script' : 'other'
}

/** Whether the name of a script contains a hash of its content. */
export function isHashedScript(file: string): boolean {
  return /[.-](?=\w*\d)\w{6,}\.[cm]?js/.test(file)
}

/** Whether a script is the output of a bundler: by its folder, or by a hash in its name. */
export function isBuiltScript(file: string): boolean {
  return (
    fileKind(file) !== 'other' &&
    (/(?:^|[\\/])(?:dist|build|out|bundles?|chunks|assets|_next|\.next|\.nuxt|_nuxt|\.output|\.vercel|immutable)[\\/]/.test(
      file,
    ) ||
      /(?:^|[\\/.-])(?:bundle|chunk|vendor|main|index|app|server)[\w.-]{0,60}\.[cm]?js(?:$|\?)/.test(file) ||
      isHashedScript(file))
  )
}
