import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Asked } from '../../ui/asked.tsx'
import { Dim } from '../../ui/dim.tsx'
import { monthOf, points } from '../../ui/format.ts'
import { Lines, Section } from '../../ui/page.tsx'
import { Status } from '../../ui/status.tsx'
import { precedents } from './data.ts'

/** How appeals like this one were decided, the nearest first. */
export const Precedents = ({ id }: { id: number }) => (
  <Section title="Appeals like it">
    <Asked query={useQuery(precedents(id))} rows={3}>
      {({ data }) => (
        <Lines>
          {data.length === 0 && <li>None was decided yet.</li>}
          {data.map((one) => (
            <li key={one.decided_at}>
              <Group justify="space-between" wrap="nowrap">
                <div>
                  {one.appeal_id ? (
                    <Link to="/appeals/$id" params={{ id: String(one.appeal_id) }}>
                      {one.company_name}
                    </Link>
                  ) : (
                    'Another seller'
                  )}
                  , {monthOf(one.period)}: {points(one.raw_before)}
                  {one.raw_after !== null && ` → ${points(one.raw_after)}`} points
                  <Dim>{one.am_notes}</Dim>
                </div>
                <Status list="appeal_statuses" word={one.decision} />
              </Group>
            </li>
          ))}
        </Lines>
      )}
    </Asked>
  </Section>
)
