import { describe, expect, it } from 'vitest'
import { isOwnSource, readablePath } from './source-path.ts'

describe('a path of a map', () => {
  it.each([
    ['webpack://shop/./src/cart.ts?a1b2', 'src/cart.ts'],
    ['webpack:///./src/cart.ts', 'src/cart.ts'],
    ['webpack://_N_E/(app-pages-browser)/./src/page.tsx', 'src/page.tsx'],
    ['webpack-internal:///(rsc)/./src/page.tsx', 'src/page.tsx'],
    ['webpack:///~/lodash/map.js', 'node_modules/lodash/map.js'],
    ['turbopack:///[project]/src/page.tsx', 'src/page.tsx'],
    ['turbopack://[project]/src/page.tsx', 'src/page.tsx'],
    ['file:///srv/app/src/cart.ts', '/srv/app/src/cart.ts'],
    ['../../src/./a/../cart.ts', 'src/cart.ts'],
    ['/srv/app/../src/cart.ts', '/srv/src/cart.ts'],
    ['https://shop.io/src/cart.ts', 'https://shop.io/src/cart.ts'],
    ['src/App.vue?vue&type=script', 'src/App.vue'],
    ['src/cart.ts', 'src/cart.ts'],
    ['org-dartlang-sdk:///sdk/lib/async/future.dart', 'dart:async/future.dart'],
    ['org-dartlang-sdk:///lib/_engine/engine/dom.dart', 'dart:_engine/engine/dom.dart'],
    ['./', './'],
    ['', ''],
  ])('%s reads %s', (path, readable) => {
    expect(readablePath(path)).toBe(readable)
  })

  it.each([
    ['webpack://shop/./src/cart.ts', true],
    ['../src/node/index.ts', true],
    ['src/vite/main.ts', true],
    ['webpack://shop/./node_modules/react/index.js', false],
    ['webpack:///~/lodash/map.js', false],
    ['../../node_modules/.pnpm/react@19/node_modules/react/index.js', false],
    ['webpack://shop/webpack/runtime/jsonp chunk loading', false],
    ['webpack://shop/webpack/bootstrap', false],
    ['\0vite/modulepreload-polyfill.js', false],
    ['\0rolldown/runtime.js', false],
    ['node:events', false],
    ['../lib/cart.dart', true],
    ['org-dartlang-sdk:///sdk/lib/async/future.dart', false],
    ['../../../.pub-cache/hosted/pub.dev/http-1.2.0/lib/http.dart', false],
    ['../../../opt/flutter/packages/flutter/lib/src/widgets/basic.dart', false],
  ])('%s is own: %s', (path, isOwn) => {
    expect(isOwnSource(path)).toBe(isOwn)
  })
})
