import { keepPreviousData, useQuery } from '@tanstack/preact-query'
import { readAll } from '../../api/read-all.ts'
import { count } from '../../logic/format.ts'
import { SURCHARGE_STATES, type SurchargeState, sumsOf } from '../../logic/surcharge-sums.ts'
import { useMoney } from '../../parts/me.ts'
import { STATE, type Surcharge } from './columns.tsx'

const PATH = '/api/surcharges'

interface Props {
  query: { seller_code: string | undefined; period: string | undefined }
  chosen: SurchargeState | ''
  onChoose: (state: SurchargeState | '') => void
}

/** What the surcharges of each state come to; each narrows the list to them. */
export function SumTiles({ query, chosen, onChoose }: Props) {
  const { data } = useAll(query)
  const money = useMoney()
  const sums = data && sumsOf(data.rows)
  return (
    <div class="tiles small-tiles">
      {SURCHARGE_STATES.map((state) => (
        <button
          key={state}
          type="button"
          class="tile"
          aria-pressed={chosen === state}
          onClick={() => onChoose(chosen === state ? '' : state)}
        >
          <span class="name">{STATE[state]}</span>
          <span class="figure">{sums ? count(sums[state].count) : '\u00a0'}</span>
          <span class="faint small tabular">{sums ? money(sums[state].amount) : '\u00a0'}</span>
          {data && data.total > data.rows.length && (
            <span class="faint small">{`Of the first ${data.rows.length}`}</span>
          )}
        </button>
      ))}
    </div>
  )
}

/** The service has no sums that finance may read, so they are made of the rows. */
const useAll = (query: Props['query']) =>
  useQuery({
    queryKey: [PATH, 'sums', query] as const,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => readAll<Surcharge>(PATH, { query }, signal),
  })
