import t from 'tap'
import { endpoints } from '../../endpoints.ts'
import { world } from '../../world.ts'
import type { FirstRequest } from '../first-request.ts'
import { send } from '../send.ts'
import { plausibleCases } from './cases.ts'
import { plausibleMachines } from './machines.ts'
import { plausiblePeople } from './people.ts'
import { plausibleReads } from './reads.ts'

// What callers write at first who have the specification and their own habits: it is taken, or the sentence says what to
// send. Each is plausible, so nearly all of them are taken.

const ALL: FirstRequest[] = [...plausibleReads, ...plausiblePeople, ...plausibleCases, ...plausibleMachines]
const MOST_REFUSED = 6

const the = await world(t)
const asked: string[] = []
for (const [n, request] of ALL.entries())
  t.test(`${n + 1}. ${typeof request.at === 'string' ? request.at : ''} ${request.title}`, async (t) => {
    asked.push(await send(t, the, request))
  })

t.test('there are 322 or more, and at most six are refused, each with what to send', (t) => {
  const refused = ALL.filter(({ status = 200 }) => status >= 400)
  t.ok(ALL.length >= 322, `${ALL.length} requests`)
  t.ok(refused.length <= MOST_REFUSED, `${refused.length} are refused`)
  t.ok(refused.every(({ status, says }) => status === 400 && says))
  t.end()
})

t.test('every operation of the specification is asked for', (t) => {
  const paths = asked.map((one) => one.replace(/[?].*$/, '').replace(/\/$/, ''))
  /** The rows after the employee listing are this service's own. */
  const rows = endpoints(the).map(({ at }) => at)
  const specified = rows.slice(0, rows.indexOf('GET /api/employees') + 1)
  const missing = specified.filter((at) => {
    const pattern = new RegExp(`^${at.replaceAll(/:\w+/g, '[^/]+')}$`)
    return !paths.some((path) => pattern.test(path))
  })
  t.same(missing, [])
  t.end()
})
