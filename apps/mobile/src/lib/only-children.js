/** Stands for components of libraries that this app never uses, but that surround it; metro.config.js names them. */
module.exports = new Proxy(
  {},
  {
    get:
      () =>
      ({ children }) =>
        children,
  },
)
