import t from 'tap'
import { endpoints } from './endpoints.ts'
import { world } from './world.ts'

const the = await world(t)

for (const { at, params = {}, body, headers } of endpoints(the))
  t.test(`${at} is taken as the specification writes it`, async (t) => {
    const [method, path] = at.split(' ') as ['GET', string]
    const url = path.replaceAll(/:(\w+)/g, (_, name) => encodeURIComponent(String(params[name])))
    const answer = await the.call(headers ? null : 'bod', method, url, body, headers)
    t.equal(answer.status, 200, answer.body.error)
  })
