import type { Role } from '../../../src/platform/access/roles.ts'
import type { World } from '../world.ts'

/** A value, or what makes it of the world and of what the case's own steps made. */
// biome-ignore lint/suspicious/noExplicitAny: every case knows what its own steps made
export type Given<Value> = Value | ((the: World, made: any) => Value)

/** A request as a client developer writes it at first, with the specification and own habits alone. */
export interface FirstRequest {
  /** What its author wants, as a sentence. */
  title: string
  /** Method, blank, path with its query. */
  at: Given<string>
  /** The role that asks, a bod unless said otherwise; null sends no X-User-Id. */
  as?: Role | null
  /** Objects and arrays are sent as JSON with its content type, texts as they are and without one. */
  body?: Given<object | string>
  headers?: Given<Record<string, string>>
  /** Steps of this case alone; the functions above and below get what it answers as `made`. */
  before?: (the: World) => Promise<unknown>
  /** The status that its author expects, 200 unless said otherwise. */
  status?: number
  /** Values that the answer holds, or a pattern of a body that is not JSON. */
  holds?: Given<object>
  /** What the sentence of a refusal says: the field and the right form. */
  says?: RegExp
  /** What one of the warnings of a success says. */
  warns?: RegExp
  /** What a bod reads afterwards: path and values that the answer holds. */
  after?: { at: Given<string>; holds: Given<object> }
}
