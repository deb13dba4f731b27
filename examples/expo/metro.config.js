const { bugleDebugId } = require('@bugle/react-native/metro')
const { getDefaultConfig } = require('expo/metro-config')

module.exports = getDefaultConfig(__dirname, { unstable_beforeAssetSerializationPlugins: [bugleDebugId] })
