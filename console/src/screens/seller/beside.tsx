import { Anchor } from '@mantine/core'
import { useIsFetching, useQuery } from '@tanstack/react-query'
import { Link, type LinkProps, useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { $api, type Schemas } from '../../api/client.ts'
import { useMay } from '../../api/me.ts'
import { Dim, NameLink } from '../../ui/dim.tsx'
import { monthOf, points, sentences, textOf } from '../../ui/format.ts'
import { useMoney } from '../../ui/money.ts'
import { named, nameOf, saidOf, stateOf } from '../../ui/names.ts'
import { Lines, Section, Told } from '../../ui/page.tsx'
import { isOpen } from '../appeals/data.ts'
import { anchorOf, isBlock } from '../surcharges/data.ts'
import { appeals, surcharges } from './data.ts'
import { adjusted, EndDialog, ExceptionDialog } from './exception.tsx'

interface Entry {
  /** What an address leads to. */
  id?: string
  title: string
  text?: string | null
  aside: string
  /** The appeal or the correction that it leads to. */
  link?: Pick<LinkProps, 'to' | 'params'>
  /** The exception that it is, and that can be ended. */
  exception?: number
  /** It still counts until the month is calculated. */
  isEnded?: boolean
}

/**
 * What else there is about a score: exceptions, what appeals and corrections made of it, appeals and surcharges; of other
 * months the appeals that are open, and the blocks.
 */
export function Beside({ found }: { found: Schemas['ScoreExplanation'] }) {
  const { seller_code, period, status, exceptions, earlier_appeals = [], appeal, corrections = [] } = found
  const maySeeCorrections = useMay('model.read')
  const money = useMoney()
  const claims = useQuery({ ...appeals(seller_code), enabled: useMay('appeals.read') })
  const charges = useQuery({ ...surcharges(seller_code), enabled: useMay('surcharges.read') })
  const all = { path: { id: seller_code }, query: { limit: 100 } }
  const enabled = useMay('exceptions.read') && status !== 'final'
  const known = $api.useQuery('get', '/api/sellers/{id}/exceptions', { params: all }, { enabled })
  const unread = claims.error ?? charges.error ?? known.error
  const mayExcept = useMay('exceptions.write') && status !== 'final'
  const mayScore = useMay('scores.calculate')
  /** The exception that is to end, or a new one. */
  const [asked, setAsked] = useState<number | 'new'>()
  const active = (known.data?.data ?? []).filter(({ is_active }) => is_active === 1)
  const waiting = active.filter(
    ({ id, effective_from, effective_to }) =>
      effective_from.slice(0, 7) <= period &&
      (effective_to ?? period).slice(0, 7) >= period &&
      !exceptions.some((one) => one.id === id),
  )
  const entries: Entry[] = [
    ...exceptions.map(({ id, target, reason, rule, applies, before, after }) => ({
      title: target === 'total' ? 'Exception for the total' : `Exception for ${nameOf(target)}`,
      text: sentences(reason, !applies && `(${adjusted(rule)})`),
      aside: applies ? `${points(before)} → ${points(after)}` : 'Changes no score',
      exception: id,
      isEnded: known.data && active.every((one) => one.id !== id),
    })),
    ...waiting.map(({ id, score_component_affected: component, reason, applies, adjustment_rule: rule }) => ({
      title: component ? `Exception for ${nameOf(component)}` : 'Exception for the total',
      text: sentences(reason, !applies && `(${adjusted(rule)})`),
      aside: applies ? `${adjusted(rule)}, once calculated` : 'Changes no score',
      exception: id,
    })),
    ...[...earlier_appeals, ...(appeal ? [appeal] : [])].map(
      ({ component, sentence, total_before, total_after }) => ({
        title: `Revised by an appeal about ${nameOf(component)}`,
        text: sentence,
        aside: `${points(total_before)} → ${points(total_after)}`,
      }),
    ),
    ...corrections.map(({ id, at, reason, total_before, total_after }) => ({
      title: `Corrected on ${textOf(at.slice(0, 10))}`,
      text: reason,
      aside: `${points(total_before)} → ${points(total_after)}`,
      ...(maySeeCorrections && { link: { to: '/corrections/$id', params: { id: String(id) } } as const }),
    })),
    ...(claims.data?.data ?? [])
      .filter((one) => one.period === period || isOpen(one))
      .map(({ id, component_appealed, description, status, period: month }) => ({
        title: `Appeal about ${nameOf(component_appealed)}${month === period ? '' : ` in ${monthOf(month)}`}`,
        text: description,
        aside: stateOf(status, 'appeals'),
        link: { to: '/appeals/$id', params: { id: String(id) } } as const,
      })),
    ...(charges.data?.data ?? [])
      .filter((one) => one.period === period || (isBlock(one) && one.status !== 'waived'))
      .map(({ id, surcharge_type, amount, trigger_details, status, status_reason, period: month }) => ({
        id: anchorOf({ id }),
        title: `${nameOf(surcharge_type)}${amount ? `, ${money(amount)}` : ''}${month === period ? '' : ` in ${monthOf(month)}`}`,
        text: sentences(
          'reason' in trigger_details && named(textOf(trigger_details.reason)),
          status_reason && `“${status_reason}”`,
        ),
        aside: nameOf(status),
      })),
  ]
  useLedTo()
  return (
    <Section
      title="Exceptions, appeals and surcharges"
      aside={
        mayExcept && (
          <Anchor component="button" size="sm" onClick={() => setAsked('new')}>
            Add an exception…
          </Anchor>
        )
      }
    >
      <Lines>
        {unread && <li>{saidOf(unread)}</li>}
        {entries.length === 0 && !unread && <li>None in {monthOf(period)}.</li>}
        {entries.map(({ id, title, text, aside, link, exception, isEnded }) => (
          <Told
            key={title + aside + text}
            title={
              <span id={id} tabIndex={-1}>
                {link ? <NameLink {...link}>{title}</NameLink> : title}
              </span>
            }
            text={text}
            aside={
              <>
                {aside}
                {isEnded && <Dim>ended: until calculated</Dim>}
                {mayExcept && active.some(({ id }) => id === exception) && (
                  <Anchor
                    component="button"
                    inherit
                    display="block"
                    ml="auto"
                    onClick={() => setAsked(exception)}
                  >
                    End it…
                  </Anchor>
                )}
              </>
            }
          />
        ))}
        {mayScore && (waiting.length > 0 || entries.some(({ isEnded }) => isEnded)) && (
          <li>
            <Link to="/scores" search={{ period, act: 'calculate' }}>
              Calculate {monthOf(period)}…
            </Link>
          </li>
        )}
      </Lines>
      {asked === 'new' && (
        <ExceptionDialog code={seller_code} period={period} onClose={() => setAsked(undefined)} />
      )}
      {typeof asked === 'number' && (
        <EndDialog code={seller_code} id={asked} onClose={() => setAsked(undefined)} />
      )}
    </Section>
  )
}

/** What the address names has the focus, once: as soon as it is there and nothing above it moves any more. */
function useLedTo() {
  const hash = useLocation({ select: (location) => location.hash })
  const isMoving = useIsFetching() > 0
  const done = useRef('')
  useEffect(() => {
    const found = isMoving || done.current === hash ? null : document.getElementById(hash)
    if (!found) return
    done.current = hash
    found.focus()
  }, [hash, isMoving])
}
