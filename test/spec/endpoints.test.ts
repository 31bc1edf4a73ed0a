import t from 'tap'
import { endpoints } from './endpoints.ts'
import { world } from './world.ts'

const the = await world(t)

for (const { at, params = {}, body, headers } of endpoints(the))
  t.test(`${at} is taken as the specification writes it`, async (t) => {
    const [method, path] = at.split(' ') as ['GET' | 'POST', string]
    const url = path.replaceAll(/:(\w+)/g, (_, name) => encodeURIComponent(String(params[name])))
    const keepsAnswers = method === 'POST' && !/\/auth\/|password-reset/.test(url)
    const key: Record<string, string> = keepsAnswers ? { 'idempotency-key': at } : {}
    const ask = () => the.call(headers ? null : 'bod', method, url, body, { ...headers, ...key })
    const answer = await ask()
    t.equal(answer.status, 200, answer.body.error)
    if (keepsAnswers) t.same((await ask()).body, answer.body, 'the same again by its Idempotency-Key')
  })
