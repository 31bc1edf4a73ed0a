import { Icon } from '../../../parts/icon.tsx'
import { Loaded } from '../../../parts/loaded.tsx'
import { CheckList } from './check-list.tsx'
import type { Acceptance } from './use-acceptance.ts'
import { checkName, words } from './words.ts'

/** How the data look, inside the dialog of a finalize; where the gate blocks, with a tick for each that is accepted. */
export const DataState = ({ acceptance, onLeave }: { acceptance: Acceptance; onLeave: () => void }) => (
  <Loaded of={acceptance.read} height="3rem">
    {({ checks, gate }) =>
      checks.length === 0 ? (
        <p class="row nowrap good">
          <Icon name="check" />
          {words.nothing}
        </p>
      ) : (
        <>
          <CheckList checks={checks} onLeave={onLeave} />
          {gate === 'block' && acceptance.blocking.length > 0 ? (
            <Ticks acceptance={acceptance} />
          ) : (
            <p class="faint small">{words.gateWarn}</p>
          )}
        </>
      )
    }
  </Loaded>
)

const Ticks = ({ acceptance: { blocking, accepted, toggle } }: { acceptance: Acceptance }) => (
  <fieldset class="fieldset ticks">
    <legend>{words.toAccept}</legend>
    {blocking.map((id) => (
      <label key={id} class="row">
        <input type="checkbox" checked={accepted.includes(id)} onChange={() => toggle(id)} />
        {words.accept(checkName(id))}
      </label>
    ))}
  </fieldset>
)
