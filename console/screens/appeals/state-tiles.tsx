import { useRead } from '../../api/queries.ts'
import { count } from '../../logic/format.ts'
import { useMe } from '../../parts/me.ts'
import { STATE, STATES, type State } from './states-and-reasons.ts'

interface Props {
  period: string | undefined
  chosen: State | ''
  onChoose: (state: State | '') => void
}

/** How many appeals are in each state. What waits for the one who looks comes first and says so. */
export function StateTiles({ period, chosen, onChoose }: Props) {
  const mine = useMyStates()
  const order = [...mine, ...STATES.filter((state) => !mine.includes(state))]
  return (
    <div class="tiles small-tiles">
      {order.map((state) => (
        <Tile
          key={state}
          state={state}
          period={period}
          mine={mine.includes(state)}
          chosen={chosen === state}
          onChoose={() => onChoose(chosen === state ? '' : state)}
        />
      ))}
    </div>
  )
}

/** The states that wait for whoever looks. */
export function useMyStates(): State[] {
  const { may } = useMe()
  return [
    ...(may('appeals.review-ops') ? (['pending'] as const) : []),
    ...(may('appeals.review-am') ? (['under_review'] as const) : []),
  ]
}

interface TileProps {
  state: State
  period: string | undefined
  mine: boolean
  chosen: boolean
  onChoose: () => void
}

function Tile({ state, period, mine, chosen, onChoose }: TileProps) {
  const { data } = useRead('/api/appeals', { query: { status: state, period, limit: 1 } }, { keep: true })
  return (
    <button type="button" class="tile" aria-pressed={chosen} onClick={onChoose}>
      <span class="name">{STATE[state]}</span>
      <span class="figure">{data ? count(data.total) : '\u00a0'}</span>
      <span class="faint small">{mine ? 'Waits for you' : '\u00a0'}</span>
    </button>
  )
}
