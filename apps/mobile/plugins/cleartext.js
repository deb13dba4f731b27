const { withAndroidManifest } = require('expo/config-plugins')

/**
 * Lets a release build for Android talk to servers at http: addresses. Many servers of one's own are in a private network without a
 * certificate, and Android cannot tell private addresses from public ones; the app marks those outside a private network as readable by
 * others. On iOS `NSAllowsLocalNetworking` does the same, for local addresses alone.
 */
module.exports = (config) =>
  withAndroidManifest(config, (given) => {
    given.modResults.manifest.application[0].$['android:usesCleartextTraffic'] = 'true'
    return given
  })
