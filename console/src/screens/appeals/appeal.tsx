import { Anchor, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { $api } from '../../api/client.ts'
import { Actions } from '../../records/actions.tsx'
import { kindOf } from '../../records/declared.ts'
import { ButtonLink, Dim, MainButton } from '../../ui/dim.tsx'
import { monthOf, points, since, textOf } from '../../ui/format.ts'
import { nameOf } from '../../ui/names.ts'
import { Asked, Columns, Lines, Page, Section, Told } from '../../ui/page.tsx'
import { State } from '../../ui/status.tsx'
import { Causes, FullBar, largest, lossesOf } from '../seller/costs.tsx'
import { explanation } from '../seller/data.ts'
import { appealOf, type Detail, isOpen, precedents, recommended, useDeeds } from './data.ts'
import { EffectSection } from './effect.tsx'
import { History } from './history.tsx'
import { ReviewDialog } from './review-dialog.tsx'

const KIND = kindOf('appeals')

/** One appeal: what is claimed, what it would do, how others like it were decided, and who did what. */
export function AppealPage() {
  const id = Number(useParams({ from: '/appeals/$id' }).id)
  return (
    <Asked query={useQuery(appealOf(id))} isSubject>
      {(found) => <Appeal key={id} appeal={found} />}
    </Asked>
  )
}

function Appeal({ appeal }: { appeal: Detail }) {
  const { id, component_appealed, company_name, seller_code, period, status } = appeal
  const { mayRecommend, mayDecide, needsAnother, isAlone } = useDeeds(appeal)
  const seller = { to: '/sellers/$code', params: { code: seller_code }, search: { period } } as const
  // A dialog stays open while somebody else changes the appeal: what was typed is kept.
  const [deed, setDeed] = useState<'recommend' | 'decide'>()
  const words = $api.useQuery('get', '/api/words', {}, { staleTime: Infinity }).data
  const meaning = words?.appeal_statuses.find(({ word }) => word === status)?.sentence ?? ''
  return (
    <Page
      title={`${company_name}: ${nameOf(component_appealed)}`}
      trail={
        <>
          <Link to="/appeals">Appeals</Link> / {monthOf(period)} · <Link {...seller}>{seller_code}</Link>
        </>
      }
      verdict={
        <>
          <State state={status} of="appeals" /> {verdict(appeal, meaning)}
          {needsAnother && ' You recommended on it, so somebody else decides.'}
          {isAlone && ' You recommended on it: let somebody else decide, or be the only one who has seen it.'}
        </>
      }
      actions={
        <>
          <ButtonLink {...seller}>See the score</ButtonLink>
          <Actions kind={KIND} row={appeal} />
          {mayRecommend && <MainButton onClick={() => setDeed('recommend')}>Recommend…</MainButton>}
          {mayDecide && <MainButton onClick={() => setDeed('decide')}>Decide…</MainButton>}
        </>
      }
    >
      <Columns>
        <div>
          <Claim appeal={appeal} />
          {isOpen(appeal) && <Measured appeal={appeal} />}
          <EffectSection appeal={appeal} />
        </div>
        <div>
          <History appeal={appeal} />
          <Precedents id={id} about={nameOf(component_appealed)} />
        </div>
      </Columns>
      {deed && (
        <ReviewDialog appeal={appeal} isDecision={deed === 'decide'} onClose={() => setDeed(undefined)} />
      )}
    </Page>
  )
}

/** What the component was measured by, and what that costs; a click leads to its rows. */
function Measured({ appeal }: { appeal: Detail }) {
  const { seller_code: code, period, component_appealed: component } = appeal
  const navigate = useNavigate()
  return (
    <Section title={`What costs ${nameOf(component)} its points`} aside="points of the total">
      <Asked query={useQuery(explanation(code, period))} rows={3}>
        {({ metrics }) => {
          const causes = lossesOf(metrics.filter((one) => one.component === component))
          const onOpen = (open: string) =>
            void navigate({ to: '/sellers/$code', params: { code }, search: { period, open } })
          return (
            <>
              <Causes shown={causes} onOpen={onOpen} />
              {largest(causes) > 0 && <FullBar of={largest(causes)} />}
            </>
          )
        }}
      </Asked>
    </Section>
  )
}

/** How it stands, in a sentence or two. */
function verdict(appeal: Detail, meaning: string) {
  const { status, am, score_before: before, score_after: after } = appeal
  const end = `${meaning} Without a decision it expires ${since(appeal.expires_at)}, and the score stays.`
  if (status === 'pending') return end
  if (status === 'under_review') return `${recommended(appeal)} ${end}`
  if (!am) return appeal.closed_reason ? 'It was withdrawn; the score stays as it is.' : meaning
  const outcome =
    after && before
      ? `The total went from ${points(before.total_sos)} to ${points(after.total_sos)}${after.tier.name === before.tier.name ? '' : `, the tier from ${before.tier.name} to ${after.tier.name}`}.`
      : 'The score stays as it is.'
  return `Decided on ${textOf(am.reviewed_at.slice(0, 10))}. ${outcome}`
}

/** What is said, in whose name, and what is to prove it. */
const Claim = ({ appeal }: { appeal: Detail }) => (
  <Section title="What is claimed" aside={nameOf(appeal.appeal_reason_type)}>
    <Text pt="xs" dir="auto" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
      {appeal.description || 'Nothing was written.'}
    </Text>
    {appeal.evidence_urls.map((url) => (
      <Text key={url} my={4} style={{ overflowWrap: 'anywhere' }}>
        <Anchor href={url} target="_blank" rel="noopener noreferrer" inherit>
          {url}
        </Anchor>
      </Text>
    ))}
    <Dim>
      {appeal.evidence_urls.length === 0 && 'No evidence was added. '}
      {appeal.sent_by ? `Sent by ${appeal.sent_by.name}` : 'Proposed by the service'}
      {appeal.am_name && appeal.am_name !== appeal.sent_by?.name && `; account manager: ${appeal.am_name}`}.
    </Dim>
  </Section>
)

/** How appeals like this one were decided, the nearest first. */
const Precedents = ({ id, about }: { id: number; about: string }) => (
  <Section title="Similar appeals" aside={`about ${about}, the most alike first`}>
    <Asked query={useQuery(precedents(id))} rows={3}>
      {({ data }) => (
        <Lines>
          {data.length === 0 && <li>No other one is decided yet.</li>}
          {data.map((one) => (
            <Told
              key={one.decided_at}
              title={
                <>
                  {one.appeal_id ? (
                    <Link to="/appeals/$id" params={{ id: String(one.appeal_id) }}>
                      {one.company_name}
                    </Link>
                  ) : (
                    'Another seller'
                  )}
                  , {monthOf(one.period)}: {points(one.raw_before)}
                  {one.raw_after !== null && ` → ${points(one.raw_after)}`} points
                </>
              }
              text={one.am_notes}
              aside={<State state={one.decision} />}
            />
          ))}
        </Lines>
      )}
    </Asked>
  </Section>
)
