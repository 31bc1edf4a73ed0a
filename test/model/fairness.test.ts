import t from 'tap'
import { service } from '../spec/service.ts'
import { addScores, addSellers } from './setup.ts'

const api = await service(t)
const { app, call, done } = api
const ask = (query: string) => done('viewer', 'GET', `/api/sos/model/fairness?favourable=Silver&${query}`)
const byContract = (query = '') => ask(`by=contract_type&from=2026-03&to=2026-03${query}`)

await addSellers(app.db, 'A', 60, { contract_type: 'small' })
await addSellers(app.db, 'B', 50, { contract_type: 'large' })
await addSellers(app.db, 'C', 5, { contract_type: 'few' })
await addSellers(app.db, 'D', 1, { contract_type: null })
// n is a seller's number in its group
await addScores(app.db, '2026-03', {
  rank: `case when code < 'B' and n <= 30 or code like 'B%' and n <= 40 or code like 'C%' then 5 else 3 end`,
  orders: 'n',
})

t.test('30 of 60 against 40 of 50 is 0.625, and flagged', async (t) => {
  const found = await byContract()
  t.match(found, {
    best: 'large',
    scores: 116,
    unrated: 0,
    enough: true,
    sentence: '1 of 2 groups is flagged.',
  })
  const url = '/api/sos/model/fairness?by=contract_type&from=2026-03&to=2026-03'
  t.same(await done('viewer', 'GET', url), found, 'the tier in the middle is Silver')
  const of = (name: string | null) =>
    found.groups.find(({ group }: { group: string | null }) => group === name)
  t.match(of('small'), { favourable: 30, scores: 60, share: 0.5, ratio: 0.625, flagged: true, enough: true })
  t.ok(of('small').ratio_low > 0.46 && of('small').ratio_high < 0.84)
  t.match(of('large'), { share: 0.8, ratio: 1, flagged: false })
  t.match(of('few'), { share: 1, enough: false, flagged: false, sentence: /5 sellers are too few/ })
  t.match(of(null), { sellers: 1, enough: false })
})

t.test('a lower ratio that chance may make is not flagged', async (t) => {
  await addScores(app.db, '2026-04', {
    rank: `case when code < 'B' and n <= 23 or code like 'B%' and n <= 25 then 5 else 3 end`,
    orders: 'n',
  })
  const { groups } = await ask('by=contract_type&from=2026-04&to=2026-04')
  const small = groups.find(({ group }: { group: string }) => group === 'small')
  t.match(small, { flagged: false, enough: true, sentence: /but chance may explain it/ })
  t.ok(small.ratio < 0.8)
})

t.test('months of a seller count once in the interval', async (t) => {
  await addScores(app.db, '2026-05', {
    rank: `case when code < 'B' and n <= 30 or code like 'B%' and n <= 40 or code like 'C%' then 5 else 3 end`,
    orders: 'n',
  })
  const [one, two] = [await byContract(), await ask('by=contract_type&from=2026-03&to=2026-05')]
  t.equal(two.scores, 3 * one.scores)
  const width = ({ groups }: typeof one) => {
    const { ratio_low, ratio_high } = groups.find(({ group }: { group: string }) => group === 'small')
    return ratio_high - ratio_low
  }
  t.ok(width(two) > 0.6 * width(one), `${width(two)} ${width(one)}`)
})

t.test('by size, warehouse and account manager', async (t) => {
  const { groups } = await ask('by=size&from=2026-03&to=2026-03')
  t.same(groups.map(({ group }: { group: string }) => group).sort(), ['large', 'medium', 'small'])
  t.ok(groups.every(({ sellers }: { sellers: number }) => sellers > 30))
  for (const by of ['warehouse', 'am'])
    t.match(await ask(`by=${by}&from=2026-03&to=2026-03`), {
      groups: [{ group: null, id: null, sellers: 116 }],
    })
})

t.test('what can not be asked', async (t) => {
  const refused = async (query: string, error: RegExp) =>
    t.match(await call('viewer', 'GET', `/api/sos/model/fairness?${query}`), { status: 400, body: { error } })
  await refused(
    'by=size&favourable=Diamond',
    /favourable: [0-9-]+ has no rated tier Diamond; it has Platinum, Gold/,
  )
  await refused('by=size&favourable=Unrated', /no rated tier/)
  await refused('by=size&favourable=Gold&from=2026-05&to=2026-03', /is after/)
  await refused('by=size&favourable=Gold&from=2020-01&to=2026-03', /more than 24 months/)
  await refused('by=size&favourable=Gold&to=2999-01', /is not over/)
  await refused('by=colour&favourable=Gold', /by/)
  t.match(await ask('by=size&from=2025-01&to=2025-01'), { enough: false, groups: [], best: null })
})
