import { useState } from 'preact/hooks'
import { useSend } from '../../../api/queries.ts'
import { addMonths, months, shortMonth } from '../../../logic/format.ts'
import { number } from '../../../logic/url-state.ts'
import { Badge } from '../../../parts/badges.tsx'
import { Button } from '../../../parts/button.tsx'
import { isMonth, MonthField } from '../../../parts/forms/month-field.tsx'
import { Link } from '../../../parts/link.tsx'
import { Loaded } from '../../../parts/loaded.tsx'
import { useMe } from '../../../parts/me.ts'
import { Panel } from '../../../parts/panel.tsx'
import { Problem } from '../../../parts/problem.tsx'
import { Progress } from '../../../parts/progress.tsx'
import { toast } from '../../../parts/toasts.tsx'
import { useUrlState } from '../../../parts/use-url-state.ts'
import { NumberField } from '../record/number-field.tsx'
import { BacktestBadge } from './backtest-badge.tsx'
import { BACKTESTS, type Backtest, type Draft, isOpen, useBacktests, useProgress } from './draft-reads.ts'

/** The backtests of a draft: asked for, going on, and what each is of. */
export function Backtests({ draft }: { draft: Draft }) {
  const { may } = useMe()
  const read = useBacktests(draft.id)
  const mayAsk = may('drafts.write') && draft.adopted_at === null && draft.changes.length > 0
  return (
    <Panel title="Backtests" source={{ path: BACKTESTS, request: { query: { draft_id: draft.id } } }}>
      <div class="stack">
        <p class="faint small">
          Scores past months twice: by the rules of the running month, and by these with the draft. Nothing
          else is written.
        </p>
        {mayAsk && <Ask draft={draft} />}
        <Loaded of={read}>
          {({ data }) =>
            data.length === 0 ? (
              <p class="faint">No backtest yet.</p>
            ) : (
              <ul class="tests">
                {data.map((test) => (
                  <Test key={test.id} test={test} draft={draft} />
                ))}
              </ul>
            )
          }
        </Loaded>
      </div>
    </Panel>
  )
}

function Ask({ draft }: { draft: Draft }) {
  const { current_period } = useMe()
  const [, change] = useUrlState({ test: number(), with: number() })
  const [from, setFrom] = useState(addMonths(current_period, -3))
  const [to, setTo] = useState(addMonths(current_period, -1))
  const [bonus_base, setBase] = useState(0)
  const asking = useSend('POST', BACKTESTS, {
    changes: [BACKTESTS],
    onDone({ id }) {
      toast('The backtest is asked for. You may leave this page: it goes on.')
      change({ test: id, with: undefined }, { replace: true })
    },
  })
  function ask(event: Event) {
    event.preventDefault()
    if (isMonth(from) && isMonth(to)) asking.mutate({ body: { draft_id: draft.id, from, to, bonus_base } })
  }
  return (
    <form class="stack" onSubmit={ask}>
      <div class="request">
        <MonthField label="First month" value={from} onValue={setFrom} required />
        <MonthField
          label="Last month"
          value={to}
          onValue={setTo}
          max={addMonths(current_period, -1)}
          required
        />
        <NumberField label="Bonus base" value={bonus_base} onValue={setBase} min={0} />
        <Button type="submit" class="primary" busy={asking.isPending}>
          Run a backtest
        </Button>
      </div>
      {asking.error && <Problem error={asking.error} />}
    </form>
  )
}

function Test({ test, draft }: { test: Backtest; draft: Draft }) {
  const { may } = useMe()
  const [{ test: chosen }] = useUrlState({ test: number() })
  const now = useProgress(test)
  const removing = useSend('DELETE', '/api/backtests/{id}', {
    changes: [BACKTESTS],
    onDone: () => toast('The backtest is gone.'),
  })
  const open = isOpen(now)
  const total = now.parts_total ?? 0
  return (
    <li class="stack tight">
      <div class="row spread">
        <span class="row">
          <Link
            to={`/rules/drafts/${draft.id}?test=${test.id}`}
            aria-current={chosen === test.id ? 'true' : undefined}
            title={months(test)}
          >
            {`Backtest ${test.id}`}: {months(test, shortMonth)}
          </Link>
          <BacktestBadge status={now.status} />
          {test.changes_sha256 !== draft.changes_sha256 && (
            <span title="The draft has changed since.">
              <Badge tone="warn">Other changes</Badge>
            </span>
          )}
        </span>
        {may('drafts.write') && draft.backtest_id !== test.id && (
          <Button
            class="small"
            disabled={removing.isPending}
            onClick={() => removing.mutate({ path: { id: test.id } })}
          >
            {open ? 'Cancel' : 'Delete'}
          </Button>
        )}
      </div>
      {open && (
        <Progress
          label="Progress of the backtest"
          done={now.parts_done}
          total={total}
          spoken={total ? `${now.parts_done} of ${total} parts` : 'Waiting'}
        />
      )}
      {now.error && <p class="hint wrong">{now.error}</p>}
      {removing.error && <Problem error={removing.error} />}
    </li>
  )
}
