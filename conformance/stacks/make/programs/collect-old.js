// Like collect.js, for engines without async functions.
globalThis.collectAll = function collectAll(report) {
  return Object.keys(scenarios).reduce(
    (before, name) =>
      before.then(() => {
        try {
          return Promise.resolve(scenarios[name]()).then(
            () => {
              report(name, undefined)
            },
            (error) => {
              report(name, error)
            },
          )
        } catch (error) {
          report(name, error)
        }
      }),
    Promise.resolve(),
  )
}
