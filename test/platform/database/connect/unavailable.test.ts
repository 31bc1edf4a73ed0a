import t from 'tap'
import { unavailable } from '../../../../src/platform/database/connect/unavailable.ts'

const byPrisma = (originalCode: string) =>
  Object.assign(new Error('P2010'), {
    code: 'P2010',
    meta: { driverAdapterError: { cause: { originalCode } } },
  })
/** What Prisma throws when the end of a transaction fails. */
const byAdapter = (originalCode: string) =>
  Object.assign(new Error('from the driver'), { name: 'DriverAdapterError', cause: { originalCode } })
const byPg = (code: string) => Object.assign(new Error('from pg'), { code })

const CASES: [string, RegExp][] = [
  ['57P01', /can't be reached/],
  ['57P03', /can't be reached/],
  ['08006', /can't be reached/],
  ['53300', /can't be reached/],
  ['25P03', /can't be reached/],
  ['57014', /took too long/],
  ['55P03', /Another change holds/],
  ['25006', /read-only/],
  ['53100', /disk of the database is full/],
  ...['58000', '58030', '58P01', '58P02', 'XX000', 'XX001', 'XX002', 'F0000'].map(
    (state): [string, RegExp] => [state, /database has a fault/],
  ),
]

for (const [state, sentence] of CASES)
  for (const [carrier, make] of Object.entries({
    pg: byPg,
    Prisma: byPrisma,
    'an adapter of Prisma': byAdapter,
  }))
    t.test(`${state} by ${carrier} is a 503 that says why`, async (t) => {
      t.match(unavailable(make(state)), { statusCode: 503, message: sentence })
    })

for (const message of [
  'Connection terminated unexpectedly',
  'Query read timeout',
  'Client has encountered a connection error and is not queryable',
  'timeout exceeded when trying to connect',
])
  t.test(`"${message}" is a 503`, async (t) => {
    t.match(unavailable(new Error(message)), { statusCode: 503 })
  })

t.test('what is wrong with the request itself is not', async (t) => {
  for (const error of [byPg('23505'), byPrisma('22003'), new Error('no'), undefined])
    t.equal(unavailable(error), undefined)
})
