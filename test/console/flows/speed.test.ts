import t from 'tap'
import { largestPaintMs } from '../browser/speed.ts'
import { consoleService } from '../browser.ts'

// How fast pages are there, beside their budgets. Only told: what a machine is busy with is not the pages' fault. What
// they weigh is held to its budgets by the build.

const { openConsole, call } = await consoleService(t)
const {
  body: { data },
} = await call('bod', 'GET', '/api/sos/monthly?limit=1')

const PAGES = {
  overview: '/console',
  scores: '/console/scores',
  seller: `/console/sellers/${data[0].seller_code}`,
}
const BUDGETS = [
  { where: 'here', isSlow: false, budget: 500 },
  { where: 'on a slow phone', isSlow: true, budget: 2_500 },
]

for (const [name, path] of Object.entries(PAGES))
  for (const { where, isSlow, budget } of BUDGETS)
    t.test(`${name}, ${where}`, async (t) => {
      const { page } = await openConsole(t, { as: 'bod', path, isSlow })
      const ms = await largestPaintMs(page)
      t.ok(ms > 0, 'something is painted')
      t.comment(`the largest thing of ${name}, ${where}: ${Math.round(ms)} ms of ${budget} ms`)
    })
