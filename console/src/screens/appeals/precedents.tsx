import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Asked } from '../../ui/asked.tsx'
import { monthOf, points } from '../../ui/format.ts'
import { Lines, Section } from '../../ui/page.tsx'
import { State } from '../../ui/status.tsx'
import { Told } from '../../ui/told.tsx'
import { precedents } from './data.ts'

/** How appeals like this one were decided, the nearest first. */
export const Precedents = ({ id, about }: { id: number; about: string }) => (
  <Section title="Similar appeals" aside={`about ${about}, the nearest first`}>
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
