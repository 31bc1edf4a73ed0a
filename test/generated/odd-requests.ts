import fc from 'fast-check'
import { oddBody, oddHeader, oddJson, oddUrlPart } from './odd-values.ts'

/** A route with a request that it takes. */
export interface GoodRequest {
  method: string
  /** With the names of its parameters, as `/api/sellers/:id`. */
  path: string
  params: Record<string, string>
  /** Names of the query string's fields, with values that it takes where any are known. */
  query: Record<string, string>
  body: unknown
  headers: Record<string, string>
}

export interface OddRequest {
  method: string
  url: string
  headers: Record<string, string>
  body: string | Buffer | undefined
}

/** A request under way from good to odd: everything is text by now. */
interface Draft {
  params: Record<string, string>
  query: [string, string][]
  headers: Record<string, string>
  body: string | Buffer | undefined
}
type Change = (draft: Draft) => Draft

const MARK = '@@odd@@'
/** Stands in a body for the number of the request, where no two may be alike. */
export const NUMBER = '@@number@@'

/** Every place in a value, as the keys that lead to it. */
function placesIn(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([key, inner]) => placesIn(inner, [...path, key]))]
}

/** The value with something else in a place. */
function withAt(value: unknown, [key, ...rest]: string[], other: unknown): unknown {
  if (key === undefined) return other
  const copy = Array.isArray(value) ? [...value] : { ...(value as object) }
  const holder = copy as Record<string, unknown>
  if (other === undefined && rest.length === 0) delete holder[key]
  else holder[key] = withAt(holder[key], rest, other)
  return copy
}

/** One thing that makes a request odd. */
function changeOf({ params, query, body }: GoodRequest): fc.Arbitrary<Change> {
  const places = placesIn(body)
  const inBody = (text: string) => (place: string[]) => (draft: Draft) => ({
    ...draft,
    body: JSON.stringify(withAt(body, place, MARK)).replace(`"${MARK}"`, () => text),
  })
  const changes: fc.Arbitrary<Change>[] = [
    oddHeader.map((header) => (draft) => ({ ...draft, headers: { ...draft.headers, ...header } })),
    fc
      .tuple(
        fc.constantFrom(...Object.keys(query), 'page', 'x', '', 'a[b]', '%00', '__proto__'),
        fc.array(oddUrlPart),
      )
      .map(([name, values]) => (draft) => ({
        ...draft,
        query: [...draft.query, ...values.slice(0, 3).map((value) => pair(name, value))],
      })),
  ]
  const names = Object.keys(params)
  if (names.length > 0)
    changes.push(
      fc.tuple(fc.constantFrom(...names), oddUrlPart).map(([name, part]) => (draft) => ({
        ...draft,
        params: { ...draft.params, [name]: part },
      })),
    )
  if (body !== undefined)
    changes.push(
      ...Array(3).fill(
        fc.tuple(oddJson, fc.constantFrom(...places)).map(([text, place]) => inBody(text)(place)),
      ),
      fc.constantFrom(...places.slice(1), ['x']).map((place) => (draft) => ({
        ...draft,
        body: JSON.stringify(withAt(body, place, undefined)),
      })),
      fc.tuple(oddJson, oddUrlPart).map(([text, name]) => inBody(text)([name])),
    )
  changes.push(
    oddBody.map(({ type, body }) => ({ headers: { 'content-type': _, ...headers }, ...draft }) => ({
      ...draft,
      headers: { ...headers, ...(type !== undefined && { 'content-type': type }) },
      body,
    })),
  )
  return fc.oneof(...changes)
}

const pair = (name: string, value: string): [string, string] => [name, value]

/** Good requests as they are, and such as nobody means: each one or two changes away from a good one. */
export const oddRequest = (good: GoodRequest): fc.Arbitrary<OddRequest> =>
  fc
    .oneof(
      { weight: 1, arbitrary: fc.constant([]) },
      { weight: 3, arbitrary: changeOf(good).map((change) => [change]) },
      { weight: 1, arbitrary: fc.array(changeOf(good), { minLength: 2, maxLength: 3 }) },
    )
    .map((changes) => requestOf(good, changes))

/** A good request as it is sent, changed in some ways. */
export function requestOf(good: GoodRequest, changes: readonly Change[] = []): OddRequest {
  const start: Draft = {
    params: Object.fromEntries(
      Object.entries(good.params).map(([name, value]) => [name, encodeURIComponent(value)]),
    ),
    query: Object.entries(good.query).filter(([, value]) => value !== ''),
    headers: { ...good.headers, ...(good.body !== undefined && { 'content-type': 'application/json' }) },
    body: good.body === undefined ? undefined : JSON.stringify(good.body),
  }
  const { params, query, headers, body } = changes.reduce((draft, change) => change(draft), start)
  const path = good.path.replaceAll(/:(\w+)|\*/g, (_, name) => params[name ?? '*'] ?? '')
  const search = query.map(([name, value]) => `${name}=${value}`).join('&')
  return { method: good.method, url: search ? `${path}?${search}` : path, headers, body }
}
