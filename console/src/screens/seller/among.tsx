import { ActionIcon, Group } from '@mantine/core'
import { useNavigate, useRouterState, useSearch } from '@tanstack/react-router'
import { ChevronLeftIcon, ChevronRightIcon } from 'lucide-react'
import { Dim } from '../../ui/dim.tsx'

/** Leads to the seller before and after this one in the list that led here; the browser’s Back leads to that list. */
export function Among({ code }: { code: string }) {
  const { among = [] } = useRouterState({ select: ({ location }) => location.state })
  const { period } = useSearch({ from: '/sellers/$code' })
  const navigate = useNavigate({ from: '/sellers/$code' })
  const at = among.indexOf(code)
  if (at < 0) return null
  const step = (to = '', label: string, Icon: typeof ChevronLeftIcon) => (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={label}
      disabled={!to}
      onClick={() => void navigate({ params: { code: to }, search: { period }, state: true, replace: true })}
    >
      <Icon size={18} />
    </ActionIcon>
  )
  return (
    <Group gap={2} wrap="nowrap">
      {step(among[at - 1], 'Seller before', ChevronLeftIcon)}
      <Dim>
        {at + 1} of {among.length}
      </Dim>
      {step(among[at + 1], 'Next seller', ChevronRightIcon)}
    </Group>
  )
}
