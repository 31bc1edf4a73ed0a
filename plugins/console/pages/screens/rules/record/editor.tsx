import { useEffect, useState } from 'preact/hooks'
import { identityOf, inForce } from '../../../../../../src/scoring/in-force.ts'
import { month } from '../../../logic/format.ts'
import type { RuleType } from '../../../logic/rules-in-force.ts'
import { Badge } from '../../../parts/badges.tsx'
import { Icon } from '../../../parts/icon.tsx'
import { later } from '../../../parts/later.tsx'
import { Link } from '../../../parts/link.tsx'
import { useMe, usePeriod } from '../../../parts/me.ts'
import { Panel } from '../../../parts/panel.tsx'
import { toast } from '../../../parts/toasts.tsx'
import { PreviewPanel } from '../impact/preview-later.tsx'
import { usePreview } from '../impact/use-preview.ts'
import { datesOf } from '../list/dates-of.ts'
import { total } from '../list/weights-sum.ts'
import { ownFields, type RuleRecord, recordPath } from '../rule.ts'
import { digits, summaryOf } from '../summary.ts'
import { useRecords } from '../use-records.ts'
import { words as listWords } from '../words.ts'
import { fillStore } from './fill-store.ts'
import { DatesFields } from './months.tsx'
import { RuleFields } from './rule-fields.tsx'
import { isUsable, SaveBar } from './save-bar.tsx'
import { useRuleForm } from './use-form.ts'
import { words } from './words.ts'

const StaleDialog = later(() => import('./compared.ts').then((module) => module.StaleDialog))

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
      toast(words.filled(version))
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
    toast(words.keptMine)
  }
  const sum = type === 'score-weights' ? total(form.fields) : 100
  return (
    <div class="grid editor">
      <Panel
        title={words.rule}
        class="two-thirds"
        source={{ path: recordPath(type), request: { path: { id: base.id } } }}
        aside={<Badge>{listWords.version(base.version)}</Badge>}
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
            ? listWords.sumWrong(digits(Number((100 - sum).toFixed(6))))
            : usable
              ? undefined
              : words.wrong
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
      <p>{summaryOf(type, record)}</p>
      <p class="faint small">{datesOf(record)}</p>
      {!record.is_active ? (
        <p class="notice warn">
          <Icon name="lock" /> <span>{words.deletedText}</span>
        </p>
      ) : (
        counts === false && (
          <p class="notice">
            <Icon name="info" />
            <span>
              {rival ? words.standsIn(month(period)) : words.countsNot(month(period))}
              {rival && (
                <>
                  {' '}
                  <Link to={`/rules/${type}/${rival.id}`}>{datesOf(rival)}</Link>
                </>
              )}{' '}
              {words.previewsAsIf}
            </span>
          </p>
        )
      )}
    </div>
  )
}
