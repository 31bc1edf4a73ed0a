import { useQuery } from '@tanstack/react-query'
import { useMay } from '../../api/me.ts'
import type { Schemas } from '../../api/types.ts'
import { monthOf, points, textOf } from '../../ui/format.ts'
import { NameLink } from '../../ui/links.tsx'
import { useMoney } from '../../ui/money.ts'
import { named, nameOf } from '../../ui/names.ts'
import { Lines, Section } from '../../ui/page.tsx'
import { Told } from '../../ui/told.tsx'
import { isOpen } from '../appeals/data.ts'
import { appeals, surcharges } from './data.ts'

interface Entry {
  title: string
  text?: string | null
  aside: string
  /** The appeal that it leads to. */
  appeal?: number
}

/** What else there is about a score: exceptions, what appeals made of it, appeals, also open ones of other months, surcharges. */
export function Beside({ found }: { found: Schemas['ScoreExplanation'] }) {
  const { seller_code, period, exceptions, earlier_appeals = [], appeal } = found
  const money = useMoney()
  const claims = useQuery({ ...appeals(seller_code), enabled: useMay('appeals.read') })
  const charges = useQuery({ ...surcharges(seller_code, period), enabled: useMay('surcharges.read') })
  const entries: Entry[] = [
    ...exceptions.map(({ target, reason, applies, warning, before, after }) => ({
      title: target === 'total' ? 'Exception for the total' : `Exception for ${nameOf(target)}`,
      text: applies ? reason : warning,
      aside: applies ? `${points(before)} → ${points(after)}` : 'Not applied',
    })),
    ...[...earlier_appeals, ...(appeal ? [appeal] : [])].map(
      ({ component, sentence, total_before, total_after }) => ({
        title: `Revised by an appeal about ${nameOf(component)}`,
        text: sentence,
        aside: `${points(total_before)} → ${points(total_after)}`,
      }),
    ),
    ...(claims.data?.data ?? [])
      .filter((one) => one.period === period || isOpen(one))
      .map(({ id, component_appealed, description, status, period: month }) => ({
        title: `Appeal about ${nameOf(component_appealed)}${month === period ? '' : ` in ${monthOf(month)}`}`,
        text: description,
        aside: nameOf(status),
        appeal: id,
      })),
    ...(charges.data?.data ?? []).map(({ surcharge_type, amount, trigger_details, status }) => ({
      title: `${nameOf(surcharge_type)}${amount ? `, ${money(amount)}` : ''}`,
      text: 'reason' in trigger_details ? named(textOf(trigger_details.reason)) : null,
      aside: nameOf(status),
    })),
  ]
  return (
    <Section title="Exceptions, appeals and surcharges">
      <Lines>
        {entries.length === 0 && <li>None in {monthOf(period)}.</li>}
        {entries.map(({ title, text, aside, appeal }) => (
          <Told
            key={title + aside + text}
            title={
              appeal ? (
                <NameLink to="/appeals/$id" params={{ id: String(appeal) }}>
                  {title}
                </NameLink>
              ) : (
                title
              )
            }
            text={text}
            aside={aside}
          />
        ))}
      </Lines>
    </Section>
  )
}
