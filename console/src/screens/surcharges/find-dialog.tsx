import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { Asked } from '../../ui/asked.tsx'
import { say, useDeed } from '../../ui/deed.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { monthOf, plural } from '../../ui/format.ts'
import { useMoney } from '../../ui/money.ts'
import { dueIn, isBlock, listed, sumOf } from './data.ts'

/** What the rules bring in a month: said first, then created. */
export function FindDialog({ period, onClose }: { period: string; onClose: () => void }) {
  const money = useMoney()
  const dry = useQuery(dueIn(period))
  const fresh = dry.data?.data.filter(({ created }) => created) ?? []
  const blocked = [...new Set(fresh.filter(isBlock).map(({ seller_code }) => seller_code))]
  const sent = useDeed(
    () => api.POST('/api/surcharges/evaluate', { body: { period, dry_run: false } }),
    ({ data }) => {
      say(`${plural(data?.created ?? 0, 'surcharge is', 'surcharges are')} pending for ${monthOf(period)}.`)
      onClose()
    },
  )
  return (
    <Dialog
      title={`New surcharges of ${monthOf(period)}`}
      label={
        blocked.length
          ? `Create them and block ${plural(blocked.length, 'seller')}`
          : `Create ${plural(fresh.length, 'surcharge')}`
      }
      isGrave={blocked.length > 0}
      sent={sent}
      lacks={fresh.length ? undefined : 'There is nothing to create.'}
      onClose={onClose}
    >
      <Asked query={dry} rows={2}>
        {({ existing }) => (
          <Text>
            {fresh.length
              ? `The rules bring ${plural(fresh.length, 'new surcharge')}: ${money(sumOf(fresh))}. Each is pending until it is applied or waived. `
              : 'The rules bring nothing new. '}
            {existing > 0 && `${plural(existing, 'was', 'were')} created before. `}
            {blocked.length > 0 && `Orders of ${listed(blocked, 40)} are blocked at once.`}
          </Text>
        )}
      </Asked>
    </Dialog>
  )
}
