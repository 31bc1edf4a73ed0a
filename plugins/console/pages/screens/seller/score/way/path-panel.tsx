import type { Answer } from '../../../../api/types.ts'
import { SelectField } from '../../../../parts/field.tsx'
import { Icon } from '../../../../parts/icon.tsx'
import { Link } from '../../../../parts/link.tsx'
import { Loaded } from '../../../../parts/loaded.tsx'
import { Panel } from '../../../../parts/panel.tsx'
import { leverName, words } from './words.ts'

type Path = Answer<'POST', '/api/sos/sellers/{seller_code}/score/path'>

interface Props {
  path: Parameters<typeof Loaded<Path>>[0]['of']
  tiers: string[]
  target: string
  /** Only of the running month, where there is a choice. */
  basis: string | undefined
  locked: string[]
  onTarget: (target: string) => void
  onBasis: (basis: string) => void
  onLocked: (locked: string[]) => void
  onTry: () => void
  page: string
}

/** The least that leads to a tier, step by step. What can't be done is left out, and another path is looked for. */
export function PathPanel(props: Props) {
  const { path, tiers, target, basis, locked, onTarget, onBasis, onLocked, onTry, page } = props
  return (
    <Panel title={target ? words.path(target) : words.pathNone}>
      <div class="stack">
        <div class="filters">
          <SelectField
            label={words.target}
            value={target}
            onValue={onTarget}
            options={tiers.map((name) => [name, name])}
          />
          {basis && (
            <SelectField
              label={words.basis}
              value={basis}
              onValue={onBasis}
              options={[
                ['pace', words.pace],
                ['as_is', words.as_is],
              ]}
            />
          )}
        </div>
        <Loaded of={path} height="16rem">
          {({ reachable, steps = [], cost = 0, exact, before, after, best, reason }) => {
            const isUnrated = reason?.code === 'too_little_data'
            const shown = reachable ? steps : isUnrated ? [] : (best?.steps ?? [])
            return (
              <>
                {reachable ? (
                  <p>
                    {after && words.reached(before.total_sos, after.total_sos, after.tier)}{' '}
                    <span class="faint">
                      {steps.length === 0 ? words.already : exact ? words.exact(cost) : words.near(cost)}
                    </span>
                  </p>
                ) : (
                  <p class="notice">
                    <Icon name="info" />
                    <span>
                      {reason?.sentence} {best && shown.length > 0 && words.atBest(best.total_sos, best.tier)}
                    </span>
                  </p>
                )}
                <ol class="path-steps">
                  {shown.map(({ lever, metric, sentence }) => (
                    <li key={lever}>
                      <Link to={`${page}/${metric}`}>{sentence}</Link>
                      <button
                        type="button"
                        class="icon-button"
                        aria-label={words.leaveOut(leverName(lever))}
                        title={words.leaveOut(leverName(lever))}
                        onClick={() => onLocked([...locked, lever])}
                      >
                        <Icon name="close" />
                      </button>
                    </li>
                  ))}
                </ol>
                {shown.length > 0 && (
                  <button type="button" class="button fit no-print" onClick={onTry}>
                    <Icon name="play" />
                    {words.tryPath}
                  </button>
                )}
              </>
            )
          }}
        </Loaded>
        {locked.length > 0 && (
          <p class="row small">
            {words.leftOut}
            {locked.map((lever) => (
              <button
                key={lever}
                type="button"
                class="button small"
                aria-label={words.takeIn(leverName(lever))}
                onClick={() => onLocked(locked.filter((one) => one !== lever))}
              >
                {leverName(lever)}
                <Icon name="close" />
              </button>
            ))}
          </p>
        )}
      </div>
    </Panel>
  )
}
