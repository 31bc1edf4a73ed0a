import { inForce } from '../../../../src/scoring/in-force.ts'
import type { RuleType } from '../../../logic/rules/rules-in-force.ts'
import { Icon } from '../../../parts/icon.tsx'
import { useMe } from '../../../parts/me.ts'
import { COMPONENTS, nameOf } from '../../../words/metrics.ts'
import { fieldsOf } from '../fields.ts'
import { TierLadder } from '../list/tier-ladder.tsx'
import { total, WeightsBar } from '../list/weights-bar.tsx'
import { type Fields, isOfMetrics } from '../rule.ts'
import { digits, wordsOf } from '../types.ts'
import { useRecords } from '../use-records.ts'
import { FieldInput } from './field-input.tsx'
import { NumberField } from './number-field.tsx'
import type { RuleForm } from './use-form.ts'

const percent = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 })

interface Props {
  type: RuleType
  form: RuleForm
  /** The record that is edited; none while one is made. */
  id?: number
}

/** The fields of a record, with a picture of what they mean where there is one. */
export function RuleFields({ type, form, id }: Props) {
  const { fields, saved, set, edit, setWrong } = form
  const isWeights = type === 'score-weights'
  const shown = fieldsOf(type).filter(([name]) => !(isWeights && COMPONENTS.includes(name as 'p_score')))
  const input = ([name, field]: (typeof shown)[number]) => (
    <FieldInput
      key={name}
      name={name}
      field={field}
      fields={fields}
      saved={saved}
      onValue={set}
      onEdit={edit}
      onWrong={setWrong}
      exists={id !== undefined}
    />
  )
  const wide = shown.filter(([, { kind }]) => kind === 'curve')
  const narrow = shown.filter(([, { kind }]) => kind !== 'curve')
  return (
    <div class="stack">
      {isWeights && <Weights form={form} />}
      {type === 'tiers' && <Ladder fields={fields} id={id} />}
      {wide.map(input)}
      <div class="columns">{narrow.map(input)}</div>
      {isOfMetrics(type) && <Share type={type} fields={fields} id={id} />}
    </div>
  )
}

/** What the weight comes to among the metrics of the component. */
function Share({ type, fields, id }: { type: RuleType; fields: Fields; id?: number }) {
  const { current_period } = useMe()
  const { data = [] } = useRecords(type)
  const others = inForce(type, data, current_period).filter(
    (one) => one.id !== id && one.metric !== fields.metric,
  )
  const sum = others.reduce((all, { weight }) => all + Number(weight), Number(fields.weight))
  if (!Number.isFinite(sum) || sum === 0) return null
  return (
    <p class="hint">{`${percent.format((100 * Number(fields.weight)) / sum)} % of ${wordsOf(type).name}`}</p>
  )
}

/** The tiers of the running month, with this one as the form has it. */
function Ladder({ fields, id }: { fields: Fields; id?: number }) {
  const { current_period } = useMe()
  const { data = [] } = useRecords('tiers')
  const others = inForce('tiers', data, current_period).filter((tier) => tier.name !== fields.name)
  return <TierLadder tiers={[...others, { ...fields, id: id ?? 0 }]} here={id ?? 0} />
}

/** The five weights: a slider and a number each, and what they add up to. */
function Weights({ form: { fields, set, setWrong } }: { form: RuleForm }) {
  const sum = total(fields)
  return (
    <>
      <WeightsBar weights={fields} />
      <div class="weight-rows">
        {COMPONENTS.map((component) => (
          <div key={component} class="weight-row">
            <span class="label">{nameOf(component)}</span>
            <input
              type="range"
              min={0}
              max={100}
              step={1}
              aria-label={nameOf(component)}
              value={Number(fields[component] ?? 0)}
              onInput={(event) => set(component, event.currentTarget.valueAsNumber)}
            />
            <NumberField
              bare
              label={`Weight: ${nameOf(component)}`}
              value={Number(fields[component] ?? 0)}
              min={0}
              max={100}
              onValue={(value) => set(component, value)}
              onWrong={(wrong) => setWrong(component, wrong)}
            />
          </div>
        ))}
      </div>
      <p class={sum === 100 ? 'sum' : 'sum wrong'} role="status">
        <Icon name={sum === 100 ? 'check' : 'warn'} />
        <strong class="tabular">{`Sum ${digits(sum)}`}</strong>
        {sum === 100
          ? 'The five add up to 100.'
          : `The five must add up to 100: ${digits(Number((100 - sum).toFixed(6)))} to go.`}
      </p>
    </>
  )
}
