import { inForce } from '../../../../../../src/scoring/in-force.ts'
import type { RuleType } from '../../../logic/rules-in-force.ts'
import { later } from '../../../parts/later.tsx'
import { Waiting } from '../../../parts/loaded.tsx'
import { useMe } from '../../../parts/me.ts'
import { COMPONENTS } from '../../../words/metrics.ts'
import { fieldsOf } from '../fields.ts'
import { type Fields, METRIC_TYPES } from '../rule.ts'
import { useRecords } from '../use-records.ts'
import { TYPES } from '../words.ts'
import { FieldInput } from './field-input.tsx'
import type { RuleForm } from './use-form.ts'
import { words } from './words.ts'

const percent = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 })

const Weights = later(() => import('./bars.ts').then((module) => module.Weights), <Waiting height="18rem" />)
const Ladder = later(() => import('./bars.ts').then((module) => module.Ladder), <Waiting height="4rem" />)

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
      {METRIC_TYPES.includes(type) && <Share type={type} fields={fields} id={id} />}
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
    <p class="hint">{words.weightShare(percent.format((100 * Number(fields.weight)) / sum), TYPES[type])}</p>
  )
}
