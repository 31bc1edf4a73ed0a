import type { Answer } from '../../../../api/types.ts'
import { plural, score } from '../../../../logic/format.ts'
import { Button, IconButton } from '../../../../parts/button.tsx'
import { SelectField } from '../../../../parts/forms/field.tsx'
import { Icon } from '../../../../parts/icon.tsx'
import { Link } from '../../../../parts/link.tsx'
import { Loaded } from '../../../../parts/loaded.tsx'
import { Notice } from '../../../../parts/notice.tsx'
import { Panel } from '../../../../parts/panel.tsx'

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
    <Panel title={target ? `The cheapest path to ${target}` : 'The cheapest path'}>
      <div class="stack">
        <div class="filters">
          <SelectField
            label="Tier to reach"
            value={target}
            onValue={onTarget}
            options={tiers.map((name) => [name, name])}
          />
          {basis && (
            <SelectField
              label="Counted from"
              value={basis}
              onValue={onBasis}
              options={[
                ['pace', 'The month’s end at this pace'],
                ['as_is', 'What has happened'],
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
                    {after && `From ${score(before.total_sos)} to ${score(after.total_sos)}: ${after.tier}.`}{' '}
                    <span class="faint">
                      {steps.length === 0
                        ? 'Nothing to do: the tier is reached.'
                        : exact
                          ? `${plural(cost, 'step', 'steps')} in all; no other path takes fewer.`
                          : `${plural(cost, 'step', 'steps')} in all; a shorter path may exist.`}
                    </span>
                  </p>
                ) : (
                  <Notice>
                    {reason?.sentence}{' '}
                    {best && shown.length > 0 && `At best ${score(best.total_sos)}, ${best.tier}:`}
                  </Notice>
                )}
                <ol class="path-steps">
                  {shown.map(({ lever, metric, sentence }) => (
                    <li key={lever}>
                      <Link to={`${page}/${metric}`}>{sentence}</Link>
                      <IconButton
                        icon="close"
                        label={`Leave out ${leverName(lever)}`}
                        title={`Leave out ${leverName(lever)}`}
                        onClick={() => onLocked([...locked, lever])}
                      />
                    </li>
                  ))}
                </ol>
                {shown.length > 0 && (
                  <Button class="fit no-print" onClick={onTry} icon="play">
                    Try this path
                  </Button>
                )}
              </>
            )
          }}
        </Loaded>
        {locked.length > 0 && (
          <p class="row small">
            Left out:
            {locked.map((lever) => (
              <Button
                key={lever}
                class="small"
                aria-label={`Take in ${leverName(lever)} again`}
                onClick={() => onLocked(locked.filter((one) => one !== lever))}
              >
                {leverName(lever)}
                <Icon name="close" />
              </Button>
            ))}
          </p>
        )}
      </div>
    </Panel>
  )
}

const LEVERS: Record<string, string> = {
  closer_forecast: 'closer forecasts',
  earlier_forecast: 'earlier forecasts',
  fewer_cancellations: 'fewer cancellations',
  more_on_time: 'more orders on time',
  cleaner_orders: 'cleaner orders',
  fewer_tickets: 'fewer tickets',
  faster_replies: 'faster replies',
  faster_resolutions: 'faster resolutions',
  earlier_payment: 'earlier payment',
  less_overdue: 'less overdue',
  less_aged_stock: 'less aged stock',
  less_cover: 'less stock',
  more_cover: 'more stock',
  less_stranded_stock: 'less stranded stock',
}

/** `more_on_time` → `more orders on time` */
const leverName = (lever: string): string => LEVERS[lever] ?? lever
