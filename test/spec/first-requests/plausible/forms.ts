import type { Role } from '../../../../src/platform/access/roles.ts'
import type { World } from '../../world.ts'
import type { FirstRequest } from '../first-request.ts'

/** A body, or what makes it of the world and of what the request's own steps made. */
// biome-ignore lint/suspicious/noExplicitAny: every request knows what its own steps made
export type Body = object | ((the: World, made: any) => object)

export interface Write {
  at: FirstRequest['at']
  /** How the caller writes it → the body. */
  forms: Record<string, Body>
  before?: FirstRequest['before']
  as?: Role | null
  headers?: FirstRequest['headers']
}

const JSON_TYPE = { 'content-type': 'application/json' }

/** A request for each form of a body, each with steps of its own. */
export const written = ({ at, forms, ...more }: Write): FirstRequest[] =>
  Object.entries(forms).map(([form, body]) => ({ title: form, at, body, ...more }))

/** The same body as programs send it: without its type, with its encoding, and to a path that ends with a slash. */
export const sent = (
  at: string,
  bodies: [Body, Body, Body],
  more: Partial<FirstRequest> = {},
): FirstRequest[] => {
  const [untyped, encoded, slashed] = bodies
  const text = (body: Body) => (the: World, made: unknown) =>
    JSON.stringify(typeof body === 'function' ? body(the, made) : body)
  return [
    { title: 'without a content type', at, body: text(untyped), ...more },
    {
      title: 'with the encoding in capitals',
      at,
      body: text(encoded),
      headers: { 'content-type': 'application/json; charset=UTF-8' },
      ...more,
    },
    { title: 'to a path that ends with a slash', at: `${at}/`, body: slashed, ...more },
  ]
}

/** Numbers as a form or a spreadsheet writes them. */
export const asText = (record: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, typeof value === 'number' ? String(value) : value]),
  )

/** A list as pages of it are asked for. */
export const paged = (path: string): FirstRequest[] =>
  ['', '/', '?page=1&limit=20', '?page=2&limit=100', '?page=&limit='].map((end) => ({
    title: `the list${end && ` with ${end}`}`,
    at: `GET ${path}${end}`,
    headers: { accept: 'application/json, text/plain, */*', ...(end === '/' && JSON_TYPE) },
  }))

/** Reads, each as it stands. */
export const reads = (...paths: FirstRequest['at'][]): FirstRequest[] =>
  paths.map((path) => ({
    title: 'a read',
    at: typeof path === 'function' ? (the, made) => `GET ${path(the, made)}` : `GET ${path}`,
  }))
