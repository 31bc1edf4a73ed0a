import type { components, paths } from './openapi.d.ts'

/** The models of the API by their names: `Model<'Seller'>`. */
export type Model<Name extends keyof components['schemas']> = components['schemas'][Name]

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The paths that have an operation of a method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends { [K in Lowercase<M>]: { responses: object } } ? P : never
}[keyof paths]

type Operation<M extends Method, P extends keyof paths> = paths[P][Lowercase<M> & keyof paths[P]]

type Json<R> = R extends { content: { 'application/json': infer Body } } ? Body : never
type Success<R> = {
  [Status in keyof R]: Status extends 200 | 201 | 202 | 204
    ? R[Status] extends { content: object }
      ? Json<R[Status]>
      : undefined
    : never
}[keyof R]

/** What an operation answers when all is well. */
export type Answer<M extends Method, P extends PathOf<M>> =
  Operation<M, P> extends { responses: infer R } ? Exclude<Success<R>, never> : never

type Parameters<O> = O extends { parameters: infer Groups } ? Groups : never
type GroupPart<Groups, Name extends string> = Groups extends { [K in Name]?: infer Value }
  ? Exclude<Value, undefined>
  : never
type Body<O> = O extends { requestBody?: { content: { 'application/json': infer Content } } }
  ? Content
  : never

type Wanted<Name extends string, Value> = [Value] extends [never]
  ? { [K in Name]?: undefined }
  : object extends Value
    ? { [K in Name]?: Value }
    : { [K in Name]: Value }

/** What an operation takes: `path`, `query` and `body`, each where it has them. */
export type Request<M extends Method, P extends PathOf<M>> = Wanted<
  'path',
  GroupPart<Parameters<Operation<M, P>>, 'path'>
> &
  Wanted<'query', GroupPart<Parameters<Operation<M, P>>, 'query'>> &
  Wanted<'body', Body<Operation<M, P>>>
