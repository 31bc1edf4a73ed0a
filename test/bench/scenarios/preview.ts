import { currentRules } from '../../../src/domain/scores/effective-rules.ts'
import { sqlOver } from '../../../src/platform/database/statements/sql.ts'
import { changeRules, type RuleChange } from '../../../src/scoring/draft-rules.ts'
import { prepareRules } from '../../../src/scoring/prepare-rules.ts'
import { scoreSeller } from '../../../src/scoring/score.ts'
import { readInputsAlone } from '../../../src/scoring/score-input.ts'
import { SMALL } from '../datasets.ts'
import { PERIOD } from '../period.ts'
import { alternate, atMost, beside, median, scenario, timed } from '../scenario.ts'
import { databaseOf } from '../server.ts'
import { calculateOverHttp, connected, post, serviceOn } from '../service.ts'

const TITLE =
  'POST /api/config/preview of a new curve over 2,000 of 10,000 sellers, one request after the other; the limit is a plain loop over the same texts, each scored under both sets of rules.'

const REQUESTS = 5
const SELLERS = 2_000

const CHANGE: RuleChange = {
  type: 'o-score',
  op: 'put',
  fields: {
    metric: 'on_time_ready_rate',
    weight: 40,
    min_volume: 30,
    params: {},
    curve: [
      [85, 0],
      [95, 60],
      [100, 100],
    ],
  },
}

export default scenario(TITLE, async (rounds) => {
  const databaseUrl = await databaseOf('small')
  const service = await serviceOn(databaseUrl)
  await calculateOverHttp(service, PERIOD, SMALL.sellers)
  const client = await connected(databaseUrl)
  const { rows } = await client.query<{ inputs: string }>(
    `select inputs from score_explanations where period = $1 and revision = 1 order by seller_id limit ${SELLERS}`,
    [PERIOD],
  )
  const texts = rows.map(({ inputs }) => inputs)
  const rules = await currentRules(
    sqlOver((config) => client.query(config)),
    PERIOD,
  )

  const several = (once: () => Promise<unknown>) => async () => {
    const times: number[] = []
    while (times.length < REQUESTS) times.push(await timed(once))
    return median(times)
  }
  const loop = async () => {
    const [before, after] = [prepareRules(rules), prepareRules(changeRules(rules, [CHANGE]))]
    for (const text of texts) {
      const input = readInputsAlone(text)
      scoreSeller(before, input)
      scoreSeller(after, input)
    }
  }
  const asked = { period: PERIOD, changes: [CHANGE] }
  const preview = () => post(service, '/api/config/preview', asked, { sellers: SELLERS, sampled: true })
  const times = await alternate(rounds, several(preview), several(loop))
  return [beside('preview of 2,000 sellers, median', 'ms', times, 'a plain loop', atMost(500, 'ours'))]
})
