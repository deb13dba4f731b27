// V8 only: keeps the call sites of every error beside the text that V8 makes of them.
const sitesOf = new WeakMap()
Error.stackTraceLimit = 40
Error.prepareStackTrace = (error, sites) => {
  sitesOf.set(error, sites.map(describe))
  let head = 'Error'
  try {
    head = Error.prototype.toString.call(error)
  } catch {}
  return [head, ...sites.map((site) => `    at ${site}`)].join('\n')
}
function describe(site) {
  return {
    type: site.getTypeName(),
    function: site.getFunctionName(),
    method: site.getMethodName(),
    file: site.getFileName() ?? site.getScriptNameOrSourceURL?.() ?? null,
    line: site.getLineNumber(),
    column: site.getColumnNumber(),
    evalOrigin: site.isEval() ? String(site.getEvalOrigin()) : null,
    isToplevel: site.isToplevel(),
    isNative: site.isNative(),
    isConstructor: site.isConstructor(),
    isAsync: site.isAsync(),
    isPromiseAll: site.isPromiseAll(),
    text: String(site),
  }
}
globalThis.callSitesOf = (error) => {
  void error.stack
  return sitesOf.get(error)
}
