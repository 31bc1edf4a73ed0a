import { useAsk } from '../../../api/ask.ts'
import { Waiting } from '../../../parts/loaded.tsx'
import { useMe } from '../../../parts/me.ts'
import { words } from '../words.ts'
import type { Of } from './score-tab.tsx'

const MOST = 3

/** The first steps of the cheapest path: what to do next, in one look. The panel below shows it whole. */
export function NextSteps({ code, period }: Of) {
  const { current_period } = useMe()
  const { data, isPending } = useAsk('/api/sos/sellers/{seller_code}/score/path', {
    path: { seller_code: code },
    body: { period, basis: period === current_period ? 'pace' : 'as_is' },
  })
  if (isPending) return <Waiting height="8.5rem" />
  if (!data?.reachable || !data.steps?.length || !data.after) return null
  const rest = data.steps.length - MOST
  return (
    <div class="next-steps">
      <h3>{words.nextSteps(data.after.tier)}</h3>
      <ul>
        {data.steps.slice(0, MOST).map(({ lever, sentence }) => (
          <li key={lever}>{sentence}</li>
        ))}
        {rest > 0 && <li class="faint">{words.moreSteps(rest)}</li>}
      </ul>
    </div>
  )
}
