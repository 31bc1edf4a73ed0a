import type { FastifyInstance, InjectOptions } from 'fastify'
import { userNamed } from './people.ts'

/** Calls the service's own API as a user of the demo. An answer other than 200 throws an error with its `status`. */
export function createApiClient(app: FastifyInstance) {
  async function call<Answer>(username: string, { headers, ...request }: InjectOptions): Promise<Answer> {
    const identity = { 'x-user-id': String(userNamed(username)) }
    const { statusCode: status, body } = await app.inject({
      ...request,
      headers: { ...identity, ...headers },
    })
    if (status === 200) return JSON.parse(body)
    throw Object.assign(new Error(`${request.method} ${request.url} answered ${status} ${body}`), { status })
  }
  return {
    post: <Answer>(username: string, url: string, payload: object, headers?: InjectOptions['headers']) =>
      call<Answer>(username, { method: 'POST', url, payload, headers }),
    patch: (username: string, url: string, payload: object) =>
      call(username, { method: 'PATCH', url, payload }),
    /** The first page of a list. */
    list: async <Item>(username: string, url: string) =>
      (await call<{ data: Item[] }>(username, { method: 'GET', url })).data,
    /** @throws when the service rejects a record */
    async push(feed: string, records: object[]) {
      if (records.length === 0) return
      const payload = records.map((record) => JSON.stringify(record)).join('\n')
      const headers = { 'content-type': 'application/x-ndjson' }
      const request: InjectOptions = { method: 'POST', url: `/api/sync/${feed}`, payload, headers }
      const { rejected, errors } = await call<{ rejected: number; errors: object[] }>('oms.push', request)
      if (rejected > 0) throw new Error(`The demo's ${feed} were rejected: ${JSON.stringify(errors[0])}`)
    },
  }
}
export type ApiClient = ReturnType<typeof createApiClient>
