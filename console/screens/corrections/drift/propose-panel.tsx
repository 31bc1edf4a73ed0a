import { useSend } from '../../../api/queries.ts'
import type { Answer } from '../../../api/types.ts'
import { month, plural } from '../../../logic/format.ts'
import { Button } from '../../../parts/button.tsx'
import { Link } from '../../../parts/link.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { Problem } from '../../../parts/problem.tsx'

const PATH = '/api/backtests/{id}/propose'

/** Files what late facts would move as appeals: of the sellers that are chosen, or all that gain. */
export function ProposePanel({ id, codes }: { id: number; codes: string[] }) {
  const proposing = useSend('POST', PATH, { changes: ['/api/appeals', '/api/dashboard'] })
  const propose = (body: { in_favour: true } | { seller_codes: string[] }) =>
    proposing.mutate({ path: { id }, body })
  return (
    <Panel title="Propose appeals">
      <div class="stack">
        <p class="faint">
          Each becomes an appeal with the proposed points, which two reviewers decide. A score changes only
          when they approve.
        </p>
        <p class="row">
          <Button class="primary" busy={proposing.isPending} onClick={() => propose({ in_favour: true })}>
            Propose all in their favour
          </Button>
          {codes.length > 0 && (
            <Button disabled={proposing.isPending} onClick={() => propose({ seller_codes: codes })}>
              {`Propose ${plural(codes.length, 'seller', 'sellers')}`}
            </Button>
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
        <strong>{`${plural(filed.length, 'appeal is', 'appeals are')} filed.`}</strong>
      </p>
      {filed.length > 0 && (
        <p class="row">
          {filed.map(({ seller_code, period, appeal_id }) => (
            <Link key={appeal_id} to={`/appeals/${appeal_id}`}>
              {`${seller_code}, ${month(period)}`}
            </Link>
          ))}
        </p>
      )}
      {skipped.length > 0 && (
        <>
          <p>{`${plural(skipped.length, 'score was', 'scores were')} left out:`}</p>
          <ul>
            {skipped.map(({ seller_code, period, reason }) => (
              <li key={`${seller_code} ${period}`}>
                {period ? `${seller_code}, ${month(period)}` : seller_code}: {reason}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
