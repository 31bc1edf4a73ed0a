import t from 'tap'
import { machinesAndSettings } from './machines-and-settings.ts'
import { sellersAndScores } from './sellers-and-scores.ts'

t.test('the table has at least 250 first requests, each with a title of its own', async (t) => {
  const titles = Object.entries({ ...sellersAndScores, ...machinesAndSettings }).flatMap(([area, requests]) =>
    requests.map(({ title }) => `${area}: ${title}`),
  )
  t.ok(titles.length >= 250, `${titles.length} requests`)
  t.same(
    titles.filter((title, n) => titles.indexOf(title) !== n),
    [],
  )
})
