import { useState } from 'preact/hooks'
import { useSend } from '../../../api/queries.ts'
import { addMonths, day, months } from '../../../logic/format.ts'
import { Button } from '../../../parts/button.tsx'
import { isMonth, MonthField } from '../../../parts/forms/month-field.tsx'
import { Link, useGo } from '../../../parts/link.tsx'
import { useMe } from '../../../parts/me.ts'
import { Problem } from '../../../parts/problem.tsx'
import { RecordList } from '../../../parts/record-list.tsx'
import { BacktestBadge } from '../../rules/drafts/backtest-badge.tsx'
import { BACKTESTS } from '../../rules/drafts/draft-reads.ts'

/** What late facts would change, asked for by somebody or every night. */
export function Drifts() {
  const go = useGo()
  return (
    <>
      <p class="lead">
        Facts that came after a month was final change nothing by themselves. This says what they would make
        of its scores.
      </p>
      {useMe().may('drafts.write') && <Ask />}
      <RecordList
        title="What late facts would change"
        path={BACKTESTS}
        request={{ query: { kind: 'drift' } }}
        height="12rem"
        every={5_000}
        keyOf={({ id }) => id}
        onOpen={({ id }) => go(`/corrections/late/${id}`)}
        columns={[
          { head: 'Months', cell: (row) => <Link to={`/corrections/late/${row.id}`}>{months(row)}</Link> },
          { head: 'State', cell: ({ status }) => <BacktestBadge status={status} /> },
          {
            head: 'Asked for',
            cell: ({ created_at, requested_by }) => (
              <span class="faint">{`${day(created_at)}, ${requested_by === null ? 'by the service' : `user ${requested_by}`}`}</span>
            ),
          },
        ]}
        none="Nobody has looked yet"
        hint="It is looked every night for final months with late facts."
      />
    </>
  )
}

function Ask() {
  const { current_period } = useMe()
  const go = useGo()
  const last = addMonths(current_period, -1)
  const [from, setFrom] = useState(last)
  const [to, setTo] = useState(last)
  const asking = useSend('POST', BACKTESTS, {
    changes: [BACKTESTS],
    onDone: ({ id }) => go(`/corrections/late/${id}`),
  })
  function ask(event: Event) {
    event.preventDefault()
    if (isMonth(from) && isMonth(to)) asking.mutate({ body: { kind: 'drift', from, to, bonus_base: 0 } })
  }
  return (
    <form class="stack" onSubmit={ask}>
      <div class="filters">
        <MonthField label="First month" value={from} onValue={setFrom} max={last} required />
        <MonthField label="Last month" value={to} onValue={setTo} max={last} required />
        <Button type="submit" class="primary" busy={asking.isPending}>
          Look now
        </Button>
      </div>
      {asking.error && <Problem error={asking.error} />}
    </form>
  )
}
