import { expect, it } from 'vitest'
import { foldFrames, packageNames } from './fold-frames.ts'

const own = (name: string) => ({ function: name, in_app: true })
const library = (file: string) => ({ file, in_app: false })
const shape = (frames: Parameters<typeof foldFrames>[0]) =>
  foldFrames(frames).map((part) =>
    part.kind === 'frame' ? (part.frame.function ?? part.frame.file) : part.frames.length,
  )

it('folds runs of library code between your frames', () => {
  expect(shape([own('a'), library('x'), library('y'), own('b'), library('z')])).toEqual(['a', 2, 'b', 1])
})

it('folds recursion, also of several mutually recursive functions', () => {
  const times = (count: number, ...names: string[]) => Array.from({ length: count }, () => names.map(own)).flat()
  expect(shape([own('throws'), ...times(200, 'descend'), own('main')])).toEqual(['throws', 'descend', 199, 'main'])
  expect(shape([...times(100, 'even', 'odd'), own('main')])).toEqual(['even', 'odd', 198, 'main'])
  expect(shape([...times(3, 'twice'), own('main')])).toEqual(['twice', 'twice', 'twice', 'main'])
})

it('keeps the top frame open if no frame is yours', () => {
  expect(shape([library('x'), library('y'), library('z')])).toEqual(['x', 2])
  expect(shape([])).toEqual([])
})

it('names at most three packages of a run, each once', () => {
  const files = [
    '/srv/node_modules/react-dom/cjs/a.js',
    '/srv/node_modules/react-dom/cjs/b.js',
    '/srv/node_modules/.pnpm/x@1/node_modules/@scope/part/i.js',
    'vendor/laravel/framework/src/Pipeline.php',
    'node:internal/timers',
    'https://cdn.example/app.js',
  ]
  expect(packageNames(files.map(library))).toBe('react-dom, @scope/part, laravel/framework +1')
})
