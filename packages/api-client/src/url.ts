import type { paths } from './schema.ts'

/** A documented path with its parameters left blank: `/api/issues/{}/events`. */
type Blank<Path extends string> = Path extends `${infer Before}{${string}}${infer After}`
  ? `${Before}{}${Blank<After>}`
  : Path

type PathByBlank = { [Path in keyof paths as Blank<Path>]: Path }

/** The segments of documented paths that are no parameters. */
type Word = WordsOf<keyof paths>
type WordsOf<Path extends string> = Path extends `${infer Segment}/${infer Rest}`
  ? WordsOf<Segment> | WordsOf<Rest>
  : Path extends `{${string}}`
    ? never
    : Path

/** A path with everything that is no such word left blank. */
type BlankUrl<Path extends string> = Path extends `${infer Segment}/${infer Rest}`
  ? `${BlankUrl<Segment>}/${BlankUrl<Rest>}`
  : Path extends Word
    ? Path
    : '{}'

type WithoutQuery<Url extends string> = Url extends `${infer Path}?${string}` ? Path : Url

/** The documented path of a URL: `/api/issues/{id}/events` of `/api/issues/${id}/events?limit=3`. */
type PathOf<Url extends string> = Url extends string
  ? BlankUrl<WithoutQuery<Url>> extends infer Found extends keyof PathByBlank
    ? PathByBlank[Found]
    : never
  : never

type Operation<Method extends string, Url extends string> =
  PathOf<Url> extends infer Path extends keyof paths
    ? Lowercase<Method> extends infer Key extends keyof paths[Path]
      ? Exclude<paths[Path][Key], undefined>
      : never
    : never

/** A URL that the OpenAPI document has for this method, as the type of a parameter. */
export type DocumentedUrl<Method extends string, Url extends string> = Url &
  ([Operation<Method, Url>] extends [never] ? 'no such method and path in the OpenAPI document' : unknown)

/** The JSON body that a request may have. */
export type RequestBodyOf<Method extends string, Url extends string> =
  Operation<Method, Url> extends { requestBody?: { content: { 'application/json': infer Body } } }
    ? Constant<Body>
    : never

/** Accepts constants as well, whose lists are read-only. */
type Constant<Body> = Body extends (infer Entry)[]
  ? readonly Constant<Entry>[]
  : Body extends object
    ? { [Field in keyof Body]: Constant<Body[Field]> }
    : Body

type Success = 200 | 201 | 202 | 204

/** The JSON body of a success; undefined for a response without one. */
export type ResponseBodyOf<Method extends string, Url extends string> =
  Operation<Method, Url> extends { responses: infer Responses }
    ? Described<{ [Status in keyof Responses & Success]: JsonOf<Responses[Status]> }[keyof Responses & Success]>
    : never

/** Leaves out objects of any fields, such as an event as it was sent, where the document describes another body. */
type Described<Body> = [Fields<Body>] extends [never] ? Body : Fields<Body>
type Fields<Body> = Body extends unknown ? (string extends keyof Body ? never : Body) : never

type JsonOf<Response> = Response extends { content: { 'application/json': infer Body } } ? Body : undefined
