import { Alert, Progress, Stack, Text } from '@mantine/core'
import { CheckIcon, TriangleAlertIcon } from 'lucide-react'
import { Dim } from '../../ui/dim.tsx'
import { percent, textOf } from '../../ui/format.ts'
import { useMoney } from '../../ui/money.ts'
import { nameOf } from '../../ui/names.ts'
import { Columns, Early, Pairs } from '../../ui/page.tsx'
import { tierChanges } from '../rules/data.ts'
import { TierShift } from '../rules/tier-shift.tsx'
import { type Backtest, type Found, isOpen, moneyOf } from './data.ts'
import { Movers } from './movers.tsx'

interface BacktestReportProps {
  /** The newest one. */
  test?: Backtest
  result?: Found
  /** It is of the draft and the rules as they are now. */
  isTried: boolean
}

/** What the newest backtest found: who moves, what it costs, whether the limits are kept. */
export function BacktestReport({ test, result, isTried }: BacktestReportProps) {
  if (!test)
    return <Dim py="md">It has not been tried yet. A try scores past months with it and changes nothing.</Dim>
  if (isOpen(test))
    return (
      <Stack gap="xs" py="md" aria-busy>
        <Progress
          value={(100 * test.parts_done) / (test.parts_total || 1)}
          animated
          aria-label="How far it is"
        />
        <Text size="sm" c="dimmed" aria-live="polite">
          {test.parts_total
            ? `${percent(test.parts_done / test.parts_total)} of the scores are calculated. It goes on when you leave the page.`
            : 'It begins once others have ended.'}
        </Text>
      </Stack>
    )
  if (!result?.migration)
    return (
      <Text size="sm" py="md" c="var(--bad)">
        {test.error ?? (test.status === 'cancelled' && 'It was cancelled.')}
      </Text>
    )
  return (
    <Stack py="md">
      {!isTried && <Alert title="This result is out of date">The draft or a rule has changed since.</Alert>}
      <Columns>
        <div>
          <Movers result={result} />
        </div>
        <div>
          <Early>
            <Sums result={result} />
          </Early>
        </div>
      </Columns>
    </Stack>
  )
}

function Sums({ result }: { result: Found }) {
  const { migration = [], guards = [] } = result
  const money = useMoney()
  const toldBy = (guard: string) => (value: unknown) =>
    guard === 'max_surcharge_increase' && value !== 'none' ? money(Number(value)) : textOf(value)
  const fromTo = (before: number, after: number) =>
    before === after ? `${money(after)}, as before` : `${money(before)} → ${money(after)}`
  return (
    <Stack gap="lg">
      {tierChanges(migration).length ? <TierShift migration={migration} /> : <Dim>Nobody changes tier.</Dim>}
      <Pairs
        label={result.bonus_base ? `Money, where a full bonus is ${money(result.bonus_base)}` : 'Money'}
        rows={moneyOf(result).map(([what, before, after]) => [what, fromTo(before, after)])}
      />
      {guards.length > 0 && (
        <Pairs
          label="Limits"
          rows={guards.map(({ guard, ok, limit, value, seller_code }) => [
            <span key={guard}>
              {ok ? (
                <CheckIcon size={14} color="var(--good)" role="img" aria-label="Kept" />
              ) : (
                <TriangleAlertIcon size={14} color="var(--bad)" aria-hidden />
              )}{' '}
              {seller_code ?? nameOf(guard)}
            </span>,
            `${ok ? '' : 'Passed: '}${toldBy(guard)(value ?? 'none')}${seller_code ? `, asked for ${limit}` : ` (limit ${toldBy(guard)(limit)})`}`,
          ])}
        />
      )}
    </Stack>
  )
}
