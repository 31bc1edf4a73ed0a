import { Checkbox } from '../../../parts/forms/checkbox.tsx'
import { Icon } from '../../../parts/icon.tsx'
import { Loaded } from '../../../parts/loaded.tsx'
import { CheckList } from './check-list.tsx'
import { checkName } from './check-names.ts'
import type { Acceptance } from './use-acceptance.ts'

/** How the data look, inside the dialog of a finalize, with a tick for each check that can be accepted. */
export const DataState = ({ acceptance, onLeave }: { acceptance: Acceptance; onLeave: () => void }) => (
  <Loaded of={acceptance.read} height="3rem">
    {({ checks }) =>
      checks.length === 0 ? (
        <p class="row nowrap good">
          <Icon name="check" />
          Nothing is missing.
        </p>
      ) : (
        <>
          <CheckList checks={checks} onLeave={onLeave} />
          {acceptance.blocking.length === 0 && (
            <p class="faint small">This does not stop anybody from finalizing.</p>
          )}
          {acceptance.acceptable.length > 0 && <Ticks acceptance={acceptance} />}
        </>
      )
    }
  </Loaded>
)

const Ticks = ({ acceptance: { acceptable, blocking, accepted, toggle } }: { acceptance: Acceptance }) => (
  <fieldset class="fieldset ticks">
    <legend>
      {blocking.length > 0 ? 'Accept, and finalize all the same' : 'Right as it is? Accept it, with a reason'}
    </legend>
    {acceptable.map((id) => (
      <Checkbox key={id} checked={accepted.includes(id)} onValue={() => toggle(id)}>
        {`Accept: ${checkName(id)}`}
      </Checkbox>
    ))}
  </fieldset>
)
