import { Icon } from '../../../parts/icon.tsx'
import { COMPONENTS, nameOf } from '../../../words/metrics.ts'
import { WeightsBar } from '../list/weights-bar.tsx'
import { total } from '../list/weights-sum.ts'
import { digits } from '../summary.ts'
import { words as listWords } from '../words.ts'
import { NumberField } from './number-field.tsx'
import type { RuleForm } from './use-form.ts'

/** The five weights: a slider and a number each, and what they add up to. */
export function Weights({ form: { fields, set, setWrong } }: { form: RuleForm }) {
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
              label={`${listWords.weight}: ${nameOf(component)}`}
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
        <strong class="tabular">{listWords.sum(digits(sum))}</strong>
        {sum === 100 ? listWords.sumRight : listWords.sumWrong(digits(Number((100 - sum).toFixed(6))))}
      </p>
    </>
  )
}
