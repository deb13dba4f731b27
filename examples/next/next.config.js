/** Not bundled: it is loaded from node_modules as any other program does. */
export default { serverExternalPackages: ['@bugle/node'] }
