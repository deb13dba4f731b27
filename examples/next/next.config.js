/** Loaded from node_modules instead of bundled. */
export default { serverExternalPackages: ['@bugle/node'] }
