import { isOpenAppeal } from '../../logic/appeal-step.ts'
import { day, month } from '../../logic/format.ts'
import { webAddress } from '../../logic/web-address.ts'
import { Facts } from '../../parts/facts.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Link } from '../../parts/link.tsx'
import { Panel } from '../../parts/panel.tsx'
import { sellerPath } from '../../parts/seller-link.tsx'
import { nameOf } from '../../words/metrics.ts'
import type { AppealDetail } from './appeal.tsx'
import { REASON } from './states-and-reasons.ts'

/** What the seller says, and what it is proved with. */
export function Claim({ appeal }: { appeal: AppealDetail }) {
  const { id, seller_code, period, component_appealed, appeal_reason_type, description, evidence_urls } =
    appeal
  return (
    <Panel title="What is said" source={{ path: '/api/appeals/{id}', request: { path: { id } } }}>
      <div class="stack">
        <Facts
          of={[
            ['Reason', REASON[appeal_reason_type] ?? appeal_reason_type],
            ['Component', nameOf(component_appealed)],
            ['Account manager', appeal.am_name ?? '–'],
            isOpenAppeal(appeal.status) && ['Open until', day(appeal.expires_at)],
            [
              'Month',
              <Link to={sellerPath(seller_code, `?period=${period}`)}>
                Look at the score: {month(period)}
              </Link>,
            ],
          ]}
        />
        {description ? (
          <p class="said" dir="auto">
            {description}
          </p>
        ) : (
          <p class="faint">No description.</p>
        )}
        <section class="evidence" aria-label="Evidence">
          <h3>Evidence</h3>
          {evidence_urls.length === 0 && <p class="faint">No evidence is attached.</p>}
          <ul>
            {evidence_urls.map((url) => (
              <li key={url}>
                <Evidence url={url} />
              </li>
            ))}
          </ul>
        </section>
      </div>
    </Panel>
  )
}

/** A link only where it leads to the web: an address out of the database can hold anything. */
function Evidence({ url }: { url: string }) {
  const address = webAddress(url)
  if (!address)
    return (
      <span>
        {url} <span class="faint">(not a web address)</span>
      </span>
    )
  return (
    <a href={address} target="_blank" rel="noopener noreferrer">
      <Icon name="external" />
      <span>{url}</span>
    </a>
  )
}
