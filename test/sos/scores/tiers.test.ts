import t from 'tap'
import { periodOf, shiftPeriod } from '../../../src/domain/business-time.ts'
import { testApp } from '../../setup/app.ts'

t.test('the tiers', async (t) => {
  const { call } = await testApp(t)
  const tiers = async () => (await call(null, 'GET', '/api/sos/tiers')).body.data
  const names = async () => (await tiers()).map(({ name }: { name: string }) => name)

  t.test('are public, highest first, the unrated one last', async (t) => {
    const [platinum] = await tiers()
    t.same(platinum, {
      name: 'Platinum',
      rank: 6,
      min_score: 90,
      min_component_score: 70,
      color: '#5B5BD6',
      benefits: '5 % off handling, first choice of campaign slots',
    })
    t.same(
      (await tiers()).map(({ name, min_score, min_component_score }: Record<string, unknown>) => [
        name,
        min_score,
        min_component_score,
      ]),
      [
        ['Platinum', 90, 70],
        ['Gold', 80, 50],
        ['Silver', 65, 0],
        ['Bronze', 50, 0],
        ['At Risk', 35, 0],
        ['Critical', 0, 0],
        ['Unrated', null, 0],
      ],
    )
  })

  t.test('are those of the current month', async (t) => {
    const month = periodOf(new Date(), 'UTC')
    const diamond = {
      name: 'Diamond',
      rank: 7,
      min_score: 97,
      min_component_score: 90,
      color: '#AADDFF',
      benefits: '',
    }
    const add = (more: object) => call('bod', 'POST', '/api/config/tiers', { ...diamond, ...more })
    t.equal((await add({ effective_from: shiftPeriod(month, 1) })).status, 200)
    t.equal((await names())[0], 'Platinum')
    t.equal((await add({ effective_from: month, min_score: 96 })).status, 200)
    t.equal((await names())[0], 'Diamond')
  })
})
