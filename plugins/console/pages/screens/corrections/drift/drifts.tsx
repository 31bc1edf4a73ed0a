import { useState } from 'preact/hooks'
import { useRead, useSend } from '../../../api/queries.ts'
import { addMonths, day } from '../../../logic/format.ts'
import { number } from '../../../logic/url-state.ts'
import { DataTable } from '../../../parts/data-table.tsx'
import { Link, useGo } from '../../../parts/link.tsx'
import { Empty, Loaded } from '../../../parts/loaded.tsx'
import { useMe } from '../../../parts/me.ts'
import { Pager } from '../../../parts/pager.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { Problem } from '../../../parts/problem.tsx'
import { useUrlState } from '../../../parts/use-url-state.ts'
import { BACKTESTS } from '../../rules/drafts/draft-reads.ts'
import { isMonth, MonthField } from '../../rules/record/months.tsx'
import { DriftBadge } from './drift-badge.tsx'
import { monthsOf } from './months-of.ts'
import { words } from './words.ts'

/** What late facts would change, asked for by somebody or every night. */
export function Drifts() {
  const go = useGo()
  const [{ page }, change] = useUrlState({ page: number(1) })
  const request = { query: { kind: 'drift', page, limit: 50 } } as const
  const read = useRead(BACKTESTS, request, { keep: true, every: 5_000 })
  return (
    <>
      <p class="lead">{words.about}</p>
      {useMe().may('drafts.write') && <Ask />}
      <Panel title={words.list} class="flush" source={{ path: BACKTESTS, request, csv: true }}>
        <Loaded of={read} height="12rem">
          {({ data, total, limit }) => (
            <DataTable
              caption={words.list}
              rows={data}
              keyOf={({ id }) => id}
              onOpen={({ id }) => go(`/corrections/late/${id}`)}
              columns={[
                {
                  key: 'months',
                  head: words.months,
                  cell: (row) => <Link to={`/corrections/late/${row.id}`}>{monthsOf(row)}</Link>,
                },
                { key: 'state', head: words.state, cell: ({ status }) => <DriftBadge status={status} /> },
                {
                  key: 'asked',
                  head: words.asked,
                  cell: ({ created_at, requested_by }) => (
                    <span class="faint">{words.by(day(created_at), requested_by)}</span>
                  ),
                },
              ]}
              empty={<Empty title={words.none}>{words.noneText}</Empty>}
              foot={<Pager page={page} limit={limit} total={total} onPage={(to) => change({ page: to })} />}
            />
          )}
        </Loaded>
      </Panel>
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
        <MonthField label={words.from} value={from} onValue={setFrom} max={last} required />
        <MonthField label={words.to} value={to} onValue={setTo} max={last} required />
        <button type="submit" class="button primary" disabled={asking.isPending} aria-busy={asking.isPending}>
          {words.ask}
        </button>
      </div>
      {asking.error && <Problem error={asking.error} />}
    </form>
  )
}
