import { expect, it } from 'vitest'
import { toModule } from './router-modules.mjs'

const compiled = `"use strict";
var __importDefault = (this && this.__importDefault) || function (mod) {
    return (mod && mod.__esModule) ? mod : { "default": mod };
};
Object.defineProperty(exports, "__esModule", { value: true });
`

it.each([
  [
    'imports, and functions that are exported by their names',
    `exports.App = App;
const jsx_runtime_1 = require("react/jsx-runtime");
const store_1 = __importDefault(require("./store"));
require("./global");
function App() { return (0, jsx_runtime_1.jsx)(store_1.default, {}); }`,
    `import * as jsx_runtime_1 from "react/jsx-runtime";
import * as store_1 from "./store";
import "./global";
function App() { return (0, jsx_runtime_1.jsx)(store_1.default, {}); }
export { App };`,
  ],
  [
    'values, which other files may leave out',
    `exports.useStore = exports.Context = void 0;
exports.Context = (0, react_1.createContext)(null);
const useStore = () => exports.Context;
exports.useStore = useStore;`,
    `const export_Context = (0, react_1.createContext)(null);
const useStore = () => export_Context;
export { useStore, export_Context as Context };`,
  ],
  [
    'values that a statement assigns',
    `var _a;
_a = make(), exports.Screen = _a.Screen, exports.Group = _a.Group;`,
    `let export_Screen, export_Group;
var _a;
_a = make(), export_Screen = _a.Screen, export_Group = _a.Group;
export { export_Screen as Screen, export_Group as Group };`,
  ],
  [
    'what a file hands on',
    `__exportStar(require("./exports"), exports);
var hooks_1 = require("./hooks");
Object.defineProperty(exports, "useRouter", { enumerable: true, get: function () { return hooks_1.useRouter; } });
exports.Splash = __importStar(require("./Splash"));`,
    `export * from "./exports";
import * as hooks_1 from "./hooks";
export { useRouter as useRouter } from "./hooks";
export * as Splash from "./Splash";`,
  ],
  [
    'what a function requires, but not in comments',
    `exports.Lost = Lost;
/**
 * <Image source={require("./a.png")} />
 */
function Lost() { return require("./views").Lost; }`,
    `import * as inner_0 from "./views";
/**
 * <Image source={require("./a.png")} />
 */
function Lost() { return inner_0.Lost; }
export { Lost };`,
  ],
])('makes a module of %s', (_, code, module) => {
  const made = toModule(`${compiled}${code}\n//# sourceMappingURL=x.js.map`)
  expect(made?.split('\n').filter((line) => line !== '')).toEqual(module.split('\n'))
})

it.each([
  ['exports as an object', 'register(exports);'],
  ['a computed name', 'exports[name] = 1;'],
  ['a module replaced', 'module.exports = function () {};'],
])('leaves a file with %s as it is', (_, code) => {
  expect(toModule(compiled + code)).toBeUndefined()
})
