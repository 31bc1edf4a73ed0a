import { useState } from 'preact/hooks'
import { useSend } from '../../../api/queries.ts'
import { addMonths, month } from '../../../logic/format.ts'
import { number } from '../../../logic/url-state.ts'
import { Badge, type Tone } from '../../../parts/badges.tsx'
import { Link } from '../../../parts/link.tsx'
import { Loaded } from '../../../parts/loaded.tsx'
import { useMe } from '../../../parts/me.ts'
import { Panel } from '../../../parts/panel.tsx'
import { Problem } from '../../../parts/problem.tsx'
import { Progress } from '../../../parts/progress.tsx'
import { toast } from '../../../parts/toasts.tsx'
import { useUrlState } from '../../../parts/use-url-state.ts'
import { isMonth, MonthField } from '../record/months.tsx'
import { NumberField } from '../record/number-field.tsx'
import { BACKTESTS, type Backtest, type Draft, isOpen, useBacktests } from './draft-reads.ts'
import { monthsOf } from './months-of.ts'
import { words } from './test-words.ts'
import { useProgress } from './use-progress.ts'

/** The backtests of a draft: asked for, going on, and what each is of. */
export function Backtests({ draft }: { draft: Draft }) {
  const { may } = useMe()
  const read = useBacktests(draft.id)
  const mayAsk = may('drafts.write') && draft.adopted_at === null && draft.changes.length > 0
  return (
    <Panel title={words.backtests} source={{ path: BACKTESTS, request: { query: { draft_id: draft.id } } }}>
      <div class="stack">
        <p class="faint small">{words.about}</p>
        {mayAsk && <Ask draft={draft} />}
        <Loaded of={read}>
          {({ data }) =>
            data.length === 0 ? (
              <p class="faint">{words.none}</p>
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
      toast(words.asked)
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
        <MonthField label={words.from} value={from} onValue={setFrom} required />
        <MonthField
          label={words.to}
          value={to}
          onValue={setTo}
          max={addMonths(current_period, -1)}
          required
        />
        <NumberField label={words.bonusBase} value={bonus_base} onValue={setBase} min={0} />
        <button type="submit" class="button primary" disabled={asking.isPending} aria-busy={asking.isPending}>
          {words.run}
        </button>
      </div>
      {asking.error && <Problem error={asking.error} />}
    </form>
  )
}

const TONES: Record<Backtest['status'], Tone> = {
  queued: 'plain',
  running: 'info',
  completed: 'good',
  failed: 'bad',
  cancelled: 'plain',
}

function Test({ test, draft }: { test: Backtest; draft: Draft }) {
  const { may } = useMe()
  const [{ test: chosen }] = useUrlState({ test: number() })
  const now = useProgress(test)
  const removing = useSend('DELETE', '/api/backtests/{id}', {
    changes: [BACKTESTS],
    onDone: () => toast(words.forgotten),
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
            title={words.months(month(test.from), month(test.to))}
          >
            {words.backtest(test.id)}: {monthsOf(test)}
          </Link>
          <Badge tone={TONES[now.status]}>{words[now.status]}</Badge>
          {test.changes_sha256 !== draft.changes_sha256 && (
            <span title={words.otherChangesText}>
              <Badge tone="warn">{words.otherChanges}</Badge>
            </span>
          )}
        </span>
        {may('drafts.write') && draft.backtest_id !== test.id && (
          <button
            type="button"
            class="button small"
            disabled={removing.isPending}
            onClick={() => removing.mutate({ path: { id: test.id } })}
          >
            {open ? words.cancel : words.forget}
          </button>
        )}
      </div>
      {open && (
        <Progress
          label={words.progress}
          done={now.parts_done}
          total={total}
          spoken={total ? words.parts(now.parts_done, total) : words.queued}
        />
      )}
      {now.error && <p class="hint wrong">{now.error}</p>}
      {removing.error && <Problem error={removing.error} />}
    </li>
  )
}
