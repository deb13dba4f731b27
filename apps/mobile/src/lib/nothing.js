/**
 * Stands for libraries that others bring along and this app never uses; unused.js names them. Every function of it does
 * nothing, since some are called while modules are loaded.
 */
module.exports = new Proxy({}, { get: () => () => undefined })
