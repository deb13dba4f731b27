import { readdirSync, readFileSync } from 'node:fs'
import { loadModule, parseSync } from 'libpg-query'
import { beforeAll, expect, it } from 'vitest'
import { splitStatements } from './split-statements.ts'

const directory = new URL('./migrations/', import.meta.url)
const files = readdirSync(directory).filter((file) => file.endsWith('.sql'))

beforeAll(loadModule)

/** Returns the trees of statements, without their positions. */
function treesOf(text: string): string[] {
  const { stmts = [] } = parseSync(text) as { stmts?: { stmt: unknown }[] }
  return stmts.map(({ stmt }) =>
    JSON.stringify(stmt, (key, value) => (/(?:^location|_start|_end)$/.test(key) ? undefined : value)),
  )
}

it.each(files)('%s is split as PostgreSQL would', (file) => {
  const text = readFileSync(new URL(file, directory), 'utf8')
  expect(splitStatements(text).map((statement) => treesOf(statement))).toEqual(treesOf(text).map((tree) => [tree]))
})

it.each<[what: string, text: string, statements: string[]]>([
  ['a semicolon in a text', "select ';';select 'a'';b'", ["select ';'", "select 'a'';b'"]],
  ['a semicolon in a name', 'select 1 as "a;b"; select 2', ['select 1 as "a;b"', 'select 2']],
  ['a semicolon in a comment', '-- a; b\nselect 1 /* c; */;\n', ['-- a; b\nselect 1 /* c; */']],
  ['an apostrophe in a comment', "-- isn't\nselect 1;select 2", ["-- isn't\nselect 1", 'select 2']],
  [
    'a function',
    'create function f() returns int as $a$ select 1; $a$; select f()',
    ['create function f() returns int as $a$ select 1; $a$', 'select f()'],
  ],
  ['a comment at the end', 'select 1; -- done;\n', ['select 1']],
])('%s ends no statement', (_, text, statements) => {
  expect(splitStatements(text)).toEqual(statements)
})
