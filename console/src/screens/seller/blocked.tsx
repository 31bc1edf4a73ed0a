import { Alert } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMay } from '../../api/me.ts'
import { named } from '../../ui/names.ts'
import { enforcement } from './data.ts'

/** Says that orders are not shipped, and why. */
export function Blocked({ code, isOwn }: { code: string; isOwn: boolean }) {
  const found = useQuery({ ...enforcement(code), enabled: useMay('enforcement.read') }).data
  if (!found?.is_blocked) return null
  const cause = found.active_surcharges.find(({ type }) => type === 'payment_block')
  return (
    <Alert
      color="red"
      icon={<IconLock />}
      title={isOwn ? 'Your orders are blocked' : 'Orders of this seller are blocked'}
    >
      {cause ? named(cause.reason) : 'The seller is not active.'}
    </Alert>
  )
}
