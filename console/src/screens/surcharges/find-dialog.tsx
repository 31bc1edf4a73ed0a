import { Select, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { $api, refresh } from '../../api/client.ts'
import { useMe } from '../../api/me.ts'
import { Asked } from '../../ui/asked.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { monthOf, plural } from '../../ui/format.ts'
import { useMoney } from '../../ui/money.ts'
import { dueIn, isBlock, listed, sumOf } from './data.ts'

/** What the rules bring in a month: said first, then created. */
export function FindDialog({ period: asked, onClose }: { period?: string; onClose: () => void }) {
  const { periods, current_period } = useMe()
  const money = useMoney()
  const [period, setPeriod] = useState(asked ?? current_period)
  const dry = useQuery(dueIn(period))
  const fresh = dry.data?.data.filter(({ created }) => created) ?? []
  const blocked = listed(fresh.filter(isBlock).map(({ seller_code }) => seller_code))
  const sent = $api.useMutation('post', '/api/surcharges/evaluate', {
    onSuccess: async ({ created }) => {
      await refresh()
      const message = `${plural(created, 'surcharge is', 'surcharges are')} pending for ${monthOf(period)}.`
      notifications.show({ color: 'green', message })
      onClose()
    },
  })
  return (
    <Dialog
      title="Find surcharges"
      label="Create them"
      sent={sent}
      lacks={fresh.length ? undefined : 'There is nothing to create.'}
      onSubmit={() => sent.mutate({ body: { period, dry_run: false } })}
      onClose={onClose}
    >
      <Select
        label="Month"
        data={[...new Set([current_period, ...periods.map((one) => one.period)])].map((value) => ({
          value,
          label: monthOf(value),
        }))}
        value={period}
        onChange={(next) => next && setPeriod(next)}
        allowDeselect={false}
      />
      <Asked query={dry} rows={2}>
        {({ existing }) => (
          <Text>
            {fresh.length
              ? `The rules bring ${plural(fresh.length, 'new surcharge')}: ${money(sumOf(fresh))}. Each is pending until it is applied or waived. `
              : 'The rules bring nothing new. '}
            {existing > 0 && `${plural(existing, 'was', 'were')} created before. `}
            {blocked && `Orders of ${blocked} are held back at once.`}
          </Text>
        )}
      </Asked>
    </Dialog>
  )
}
