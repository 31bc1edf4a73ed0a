import { useEffect, useState } from 'preact/hooks'
import { identityOf, inForce } from '../../../../src/scoring/in-force.ts'
import { month } from '../../../logic/format.ts'
import type { RuleType } from '../../../logic/rules/rules-in-force.ts'
import { Badge } from '../../../parts/badges.tsx'
import { Link } from '../../../parts/link.tsx'
import { useMe, usePeriod } from '../../../parts/me.ts'
import { Notice } from '../../../parts/notice.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { toast } from '../../../parts/toasts.tsx'
import { PreviewPanel } from '../impact/preview-panel.tsx'
import { usePreview } from '../impact/use-preview.ts'
import { total } from '../list/weights-bar.tsx'
import { datesOf, ownFields, type RuleRecord, recordPath } from '../rule.ts'
import { digits, wordsOf } from '../types.ts'
import { useRecords } from '../use-records.ts'
import { DatesFields } from './months.tsx'
import { RuleFields } from './rule-fields.tsx'
import { isUsable, SaveBar } from './save-bar.tsx'
import { StaleDialog } from './stale-dialog.tsx'
import { fillStore, useRuleForm } from './use-form.ts'

interface Props {
  type: RuleType
  /** The newest version. */
  record: RuleRecord
  onReload: () => Promise<RuleRecord | undefined>
}

/** The form of a record with its preview beside it. What is typed stays, whatever a save comes to. */
export function Editor({ type, record, onReload }: Props) {
  const period = usePeriod()
  const { current_period } = useMe()
  const [base, setBase] = useState(record)
  const [theirs, setTheirs] = useState<RuleRecord | null>(null)
  const form = useRuleForm(base)
  const asked = [period, current_period].sort()[0] as string // a month to come has no scores
  const usable = isUsable(type, form)
  const preview = usePreview(asked, [{ type, op: 'put', fields: form.fields }], form.hasNewFields && usable)

  function begin(next: RuleRecord) {
    setBase(next)
    form.fill(ownFields(next), next)
  }
  useEffect(() => {
    if (!form.isChanged && record.version !== base.version) begin(record)
  }, [record.version])
  useEffect(() => {
    fillStore.set((fields, version) => {
      form.fill({ ...form.fields, ...fields })
      toast(`The form says what version ${version} said. Save it to make it count.`)
    })
    return () => fillStore.set(null)
  })
  function reload(use: (next: RuleRecord) => void) {
    return onReload().then((next) => next && use(next)) // a failed read shows itself
  }
  function keepMine(newest: RuleRecord) {
    const mine = Object.fromEntries(Object.entries(form.changes).filter(([name]) => name in form.fields))
    const dates = { ...newest, ...form.changes } as RuleRecord
    setBase(newest)
    form.fill({ ...ownFields(newest), ...mine }, dates)
    setTheirs(null)
    toast('Your changes stand on the newest version now. Save it when they are right.')
  }
  const sum = type === 'score-weights' ? total(form.fields) : 100
  return (
    <div class="grid editor">
      <Panel
        title="Rule"
        class="two-thirds"
        source={{ path: recordPath(type), request: { path: { id: base.id } } }}
        aside={<Badge>{`Version ${base.version}`}</Badge>}
      >
        <form class="stack" onSubmit={(event) => event.preventDefault()}>
          <Standing type={type} record={base} period={period} />
          <fieldset class="fieldset" disabled={!base.is_active}>
            <RuleFields type={type} form={form} id={base.id} />
            <div class="columns">
              <DatesFields dates={form.dates} onDates={form.setDates} />
            </div>
          </fieldset>
          {base.is_active && (
            <SaveBar
              type={type}
              record={base}
              form={form}
              preview={preview.data}
              onSaved={() => reload(begin)}
              onStale={() => reload(setTheirs)}
            />
          )}
        </form>
      </Panel>
      <PreviewPanel
        class="third"
        period={asked}
        preview={preview}
        isEmpty={!form.hasNewFields}
        hint={
          sum !== 100
            ? `The five must add up to 100: ${digits(Number((100 - sum).toFixed(6)))} to go.`
            : usable
              ? undefined
              : 'Mend the marked fields first.'
        }
      />
      {theirs && (
        <StaleDialog
          type={type}
          form={form}
          theirs={theirs}
          onClose={() => setTheirs(null)}
          onTakeTheirs={() => {
            begin(theirs)
            setTheirs(null)
          }}
          onKeepMine={() => keepMine(theirs)}
        />
      )}
    </div>
  )
}

/** What the record says, and whether it counts in the month that is looked at. */
function Standing({ type, record, period }: { type: RuleType; record: RuleRecord; period: string }) {
  const { data } = useRecords(type)
  const others = data && inForce(type, data, period)
  const counts = others?.some(({ id }) => id === record.id)
  const rival = others?.find((one) => identityOf(type, one) === identityOf(type, record))
  return (
    <div class="standing">
      <p>{wordsOf(type).summary(record)}</p>
      <p class="faint small">{datesOf(record)}</p>
      {!record.is_active ? (
        <Notice warn icon="lock">
          This record is deleted: it is kept for the scores that were made with it, and can not be changed.
        </Notice>
      ) : (
        counts === false && (
          <Notice>
            {rival
              ? `In ${month(period)} another record of its kind counts instead of this one:`
              : `Does not count in ${month(period)}`}
            {rival && (
              <>
                {' '}
                <Link to={`/rules/${type}/${rival.id}`}>{datesOf(rival)}</Link>
              </>
            )}{' '}
            The preview shows what the month would be if this record counted.
          </Notice>
        )
      )}
    </div>
  )
}
