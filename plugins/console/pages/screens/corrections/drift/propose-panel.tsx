import { useSend } from '../../../api/queries.ts'
import type { Answer } from '../../../api/types.ts'
import { month } from '../../../logic/format.ts'
import { Link } from '../../../parts/link.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { Problem } from '../../../parts/problem.tsx'
import { words } from './words.ts'

const PATH = '/api/backtests/{id}/propose'

/** Files what late facts would move as appeals: of the sellers that are chosen, or all that gain. */
export function ProposePanel({ id, codes }: { id: number; codes: string[] }) {
  const proposing = useSend('POST', PATH, { changes: ['/api/appeals', '/api/dashboard'] })
  const propose = (body: { in_favour: true } | { seller_codes: string[] }) =>
    proposing.mutate({ path: { id }, body })
  return (
    <Panel title={words.propose}>
      <div class="stack">
        <p class="faint">{words.proposeText}</p>
        <p class="row">
          <button
            type="button"
            class="button primary"
            disabled={proposing.isPending}
            aria-busy={proposing.isPending}
            onClick={() => propose({ in_favour: true })}
          >
            {words.inFavour}
          </button>
          {codes.length > 0 && (
            <button
              type="button"
              class="button"
              disabled={proposing.isPending}
              onClick={() => propose({ seller_codes: codes })}
            >
              {words.selected(codes.length)}
            </button>
          )}
        </p>
        {proposing.error && <Problem error={proposing.error} />}
        {proposing.data && <Outcome of={proposing.data} />}
      </div>
    </Panel>
  )
}

function Outcome({ of: { filed, skipped } }: { of: Answer<'POST', typeof PATH> }) {
  return (
    <div role="status" class="stack tight">
      <p>
        <strong>{words.filed(filed.length)}</strong>
      </p>
      {filed.length > 0 && (
        <p class="row">
          {filed.map(({ seller_code, period, appeal_id }) => (
            <Link key={appeal_id} to={`/appeals/${appeal_id}`}>
              {words.appeal(seller_code, month(period))}
            </Link>
          ))}
        </p>
      )}
      {skipped.length > 0 && (
        <>
          <p>{words.skipped(skipped.length)}</p>
          <ul>
            {skipped.map(({ seller_code, period, reason }) => (
              <li key={`${seller_code} ${period}`}>
                {period ? words.appeal(seller_code, month(period)) : seller_code}: {reason}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
