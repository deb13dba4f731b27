module.exports = {
  presets: ['babel-preset-expo'],
  overrides: [
    // Our SDKs declare fields without defining them, which the preset does not expect.
    {
      test: (file) => file !== undefined && /[/\\]sdks[/\\]javascript[/\\].*\.ts$/.test(file),
      plugins: [['@babel/plugin-transform-typescript', { allowDeclareFields: true }]],
    },
  ],
}
