import { count, plural } from '../../../logic/format.ts'
import { type Check, countsFacts, feedOf, missingOf, pageOf, partsOf } from '../../../logic/quality.ts'
import { Badge } from '../../../parts/badges.tsx'
import { Link } from '../../../parts/link.tsx'
import { useMe } from '../../../parts/me.ts'
import { named } from '../../../words/metrics.ts'
import { checkName, words } from './check-names.ts'

/** What looks wrong with a month's data, the worst first. */
export const CheckList = ({ checks, onLeave }: { checks: Check[]; onLeave?: () => void }) => (
  <ul class="bare quality-checks">
    {checks.map((check) => (
      <li key={check.id}>
        <Badge tone={check.level === 'block' ? 'bad' : 'warn'}>{words[check.level]}</Badge>
        <div>
          <p class="row spread">
            <strong>{checkName(check.id)}</strong>
            <span class="faint tabular">
              {[figureOf(check), sellersOf(check)].filter(Boolean).join(' · ')}
            </span>
          </p>
          <p>
            {named(check.sentence)} <Way check={check} onLeave={onLeave} />
          </p>
        </div>
      </li>
    ))}
  </ul>
)

function figureOf(check: Check): string {
  const { value, expected } = check
  const { kind } = partsOf(check)
  if (kind === 'distribution') return `${count(value)}, at most ${count(expected)}`
  if (!countsFacts(check)) return kind === 'month_not_over' ? '' : count(value) // its sentence has the days
  const missing = missingOf(check)
  return [`${count(value)} of ${count(expected)}`, missing > 0 && `${count(missing)} missing`]
    .filter(Boolean)
    .join(' · ')
}

const sellersOf = ({ sellers }: Check) => (sellers === null ? '' : plural(sellers, 'seller', 'sellers'))

/** Where its facts are, for whoever may see that page. */
function Way({ check, onLeave }: { check: Check; onLeave?: () => void }) {
  const { may } = useMe()
  const to = pageOf(check)
  const feed = feedOf(check)
  if (!to || (feed && !may('sync.read'))) return null
  const text = !feed
    ? 'Look at unrated sellers'
    : partsOf(check).kind === 'rejections'
      ? 'Look at the rejections'
      : 'Look at the feed'
  return (
    <Link to={to} onClick={onLeave} aria-label={`${text}: ${checkName(check.id)}`}>
      {text}
    </Link>
  )
}
