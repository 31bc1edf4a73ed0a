import type { FastifyInstance, InjectOptions } from 'fastify'
import { userNamed } from './people.ts'

/** Asks the service's own API as a user of the demo. */
export type Call = <Answer>(
  username: string,
  method: 'GET' | 'POST' | 'PATCH',
  url: string,
  payload?: InjectOptions['payload'],
  headers?: Record<string, string>,
) => Promise<Answer>

/** A call that does not answer 200 throws an error that says what was asked and answered. */
export const callerOf =
  (app: FastifyInstance): Call =>
  async (username, method, url, payload, headers) => {
    const identity = { 'x-user-id': String(userNamed(username)) }
    const response = await app.inject({ method, url, payload, headers: { ...identity, ...headers } })
    if (response.statusCode !== 200)
      throw new Refused(
        response.statusCode,
        `${method} ${url} answered ${response.statusCode} ${response.body}`,
      )
    return response.json()
  }

/** An answer other than 200. */
export class Refused extends Error {
  override name = 'Refused'
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}
