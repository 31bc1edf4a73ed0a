import t from 'tap'
import { type Filter, wants } from '../../../plugins/webhooks/delivery/event-filter.ts'

const tier = { type: 'seller.tier_changed', seller_code: 'S-1' }
const run = { type: 'scoring.run_completed', seller_code: null }

t.test('what a subscription wants', async (t) => {
  const cases: [string, Filter, typeof tier | typeof run, boolean][] = [
    ['everything', { events: ['*'], seller_codes: null }, tier, true],
    ['everything, also of no seller', { events: ['*'], seller_codes: null }, run, true],
    ['a type it names', { events: ['seller.score_finalized', tier.type], seller_codes: null }, tier, true],
    ['no type it does not name', { events: ['seller.score_finalized'], seller_codes: null }, tier, false],
    ['no part of a name', { events: ['seller', 'seller.*'], seller_codes: null }, tier, false],
    ['nothing', { events: [], seller_codes: null }, tier, false],
    ['one of its sellers', { events: ['*'], seller_codes: ['S-2', 'S-1'] }, tier, true],
    ['no other seller', { events: ['*'], seller_codes: ['S-2'] }, tier, false],
    ['no seller whose code differs in case', { events: ['*'], seller_codes: ['s-1'] }, tier, false],
    ['no seller at all', { events: ['*'], seller_codes: [] }, tier, false],
    ['no other type of its sellers', { events: ['appeal.decided'], seller_codes: ['S-1'] }, tier, false],
    ['with sellers and *, no event of no seller', { events: ['*'], seller_codes: ['S-1'] }, run, false],
    ['with sellers, an event of no seller by name', { events: [run.type], seller_codes: ['S-1'] }, run, true],
  ]
  for (const [name, filter, event, wanted] of cases)
    await t.test(name, async (t) => t.equal(wants(filter, event), wanted))
})
