import { isOpenAppeal } from '../../logic/appeal-step.ts'
import { day, month } from '../../logic/format.ts'
import { webAddress } from '../../logic/web-address.ts'
import { Icon } from '../../parts/icon.tsx'
import { Link } from '../../parts/link.tsx'
import { Panel } from '../../parts/panel.tsx'
import { nameOf } from '../../words/metrics.ts'
import type { AppealDetail } from './appeal.tsx'
import { REASON, words } from './words.ts'

/** What the seller says, and what it is proved with. */
export function Claim({ appeal }: { appeal: AppealDetail }) {
  const { id, seller_code, period, component_appealed, appeal_reason_type, description, evidence_urls } =
    appeal
  return (
    <Panel title={words.what} source={{ path: '/api/appeals/{id}', request: { path: { id } } }}>
      <div class="stack">
        <dl class="facts">
          <dt>{words.reason}</dt>
          <dd dir="auto">{REASON[appeal_reason_type] ?? appeal_reason_type}</dd>
          <dt>{words.component}</dt>
          <dd>{nameOf(component_appealed)}</dd>
          <dt>{words.manager}</dt>
          <dd dir="auto">{appeal.am_name ?? '–'}</dd>
          {isOpenAppeal(appeal.status) && (
            <>
              <dt>{words.expires}</dt>
              <dd>{day(appeal.expires_at)}</dd>
            </>
          )}
          <dt>{words.month}</dt>
          <dd>
            <Link to={`/sellers/${encodeURIComponent(seller_code)}?period=${period}`}>
              {words.sellerPage}: {month(period)}
            </Link>
          </dd>
        </dl>
        {description ? (
          <p class="said" dir="auto">
            {description}
          </p>
        ) : (
          <p class="faint">{words.noDescription}</p>
        )}
        <section class="evidence" aria-label={words.evidence}>
          <h3>{words.evidence}</h3>
          {evidence_urls.length === 0 && <p class="faint">{words.noEvidence}</p>}
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
        {url} <span class="faint">({words.unsafe})</span>
      </span>
    )
  return (
    <a href={address} target="_blank" rel="noopener noreferrer">
      <Icon name="external" />
      <span>{url}</span>
    </a>
  )
}
