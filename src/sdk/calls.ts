import type { paths } from './generated/schema.ts'

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'
type Nothing = Record<never, never>

/** The paths that have an operation of this method. Streams are no calls: see `watchRun`. */
type PathOf<M extends Method> = Exclude<
  { [Path in keyof paths]: paths[Path] extends Record<M, object> ? Path : never }[keyof paths],
  `${string}/progress`
>
type Operation<Path extends keyof paths, M extends Method> =
  paths[Path] extends Record<M, infer Of> ? Of : never

type Parameters<Of> = Of extends { parameters: infer Given }
  ? Nothing extends Given
    ? { params?: Given }
    : { params: Given }
  : Nothing
type Body<Of> = Of extends { requestBody: { content: { 'application/json': infer Given } } }
  ? { body: Given }
  : Of extends { requestBody?: infer Given }
    ? { body?: Given extends { content: { 'application/json': infer Json } } ? Json : never }
    : Nothing

/** What a call takes: the parameters and body of its operation, headers of your own, and a signal that aborts it. */
type Init<Of> = Parameters<Of> & Body<Of> & { headers?: Record<string, string>; signal?: AbortSignal }

/** What a call resolves to: the JSON of a success, and undefined where it has no content. */
type Data<Of> = Of extends { responses: infer Answers }
  ? {
      [Status in keyof Answers & (200 | 201 | 202 | 204)]: Answers[Status] extends {
        content: { 'application/json': infer Json }
      }
        ? Json
        : undefined
    }[keyof Answers & (200 | 201 | 202 | 204)]
  : never

/** The calls of a method: `sos.GET(path, { params: { path, query, header }, body, signal })`. */
export type Call<M extends Method> = <Path extends PathOf<M>>(
  path: Path,
  ...init: Nothing extends Init<Operation<Path, M>> ? [Init<Operation<Path, M>>?] : [Init<Operation<Path, M>>]
) => Promise<Data<Operation<Path, M>>>
