/** The SDK is loaded from node_modules instead of bundled. The maps are uploaded after the build. */
export default {
  serverExternalPackages: ['@bugle/node'],
  productionBrowserSourceMaps: true,
  experimental: { serverSourceMaps: true },
}
