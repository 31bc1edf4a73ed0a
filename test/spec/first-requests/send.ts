import type { Test as TapTest } from 'tap'
import { misfits } from '../shape.ts'
import { ERROR } from '../shapes.ts'
import { type World, world } from '../world.ts'
import type { FirstRequest, Given } from './first-request.ts'

/** Sends all requests of these areas in their order, each as a test of its own, to one service. */
export async function sendAll(t: TapTest, areas: Record<string, FirstRequest[]>) {
  const the = await world(t)
  for (const [area, requests] of Object.entries(areas))
    for (const request of requests)
      t.test(`${area}: ${request.title}`, async (t) => void (await send(t, the, request)))
}

/** Sends a request and holds its answer against what its author expects. @returns its method and path */
export async function send(t: TapTest, the: World, request: FirstRequest): Promise<string> {
  const made = await request.before?.(the)
  const given = <Value>(value: Given<Value>) =>
    typeof value === 'function' ? (value as (the: World, made: unknown) => Value)(the, made) : value
  const { as = 'bod', status = 200, holds, says, warns, after } = request
  const [method, ...path] = given(request.at).split(' ') as ['GET' | 'HEAD', string]

  const asked = await the.call(as, method, path.join(' '), given(request.body), given(request.headers))
  t.equal(asked.status, status, JSON.stringify(asked.body)?.slice(0, 500))
  if (status >= 400 && method !== 'HEAD') t.same(misfits(ERROR, asked.body), [])
  if (holds) t.match(asked.body, given(holds))
  if (says) t.match(asked.body.error, says)
  if (warns) t.match(asked.body.warnings?.join(' '), warns)
  if (after) t.match(await the.done('bod', 'GET', given(after.at)), given(after.holds))
  return `${method} ${path.join(' ')}`
}
