#!/bin/sh
# Uploads the source map of a release bundle to Bugle, at the end of Xcode's build phase «Bundle React Native code and images».
# The config plugin adds it; without Expo, begin the phase with the first line and end it with the second:
#
#   export SOURCEMAP_FILE="$DERIVED_FILE_DIR/main.jsbundle.map"
#   /bin/sh "$("$NODE_BINARY" --print "require('path').dirname(require.resolve('@bugle/react-native/package.json'))")/native/bugle-xcode.sh"
#
# Without BUGLE_TOKEN nothing is uploaded. An upload that fails is a warning; with BUGLE_STRICT=1 it ends the build.
case "$CONFIGURATION" in *Debug*) exit 0 ;; esac
if [ -z "$BUGLE_TOKEN" ]; then
  echo "note: BUGLE_TOKEN is not set; no source maps are uploaded to Bugle"
  exit 0
fi

upload() {
  folder=$(mktemp -d) || return 1
  trap 'rm -rf "$folder"' EXIT
  cp "$CONFIGURATION_BUILD_DIR/$UNLOCALIZED_RESOURCES_FOLDER_PATH/main.jsbundle" "$folder/main.jsbundle" &&
    cp "$SOURCEMAP_FILE" "$folder/main.jsbundle.map" &&
    cd "$PROJECT_DIR/.." &&
    ${BUGLE_COMMAND:-npx bugle} sourcemaps upload "$folder"
}

# Xcode's own PATH has no Node.
[ -n "$NODE_BINARY" ] && PATH="$(dirname "$NODE_BINARY"):$PATH"
upload && exit 0
echo "warning: the source maps were not uploaded to Bugle"
[ "$BUGLE_STRICT" = 1 ] && exit 1
exit 0
