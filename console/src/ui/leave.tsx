import { useBlocker } from '@tanstack/react-router'
import { Discard } from './discard.tsx'

interface LeaveProps {
  /** Whether something would be lost. */
  isAsked: boolean
  title: string
  text?: string
}

/** What lies over a page is in its address, too. */
const openIn = ({ search }: { search: unknown }) => (search as { open?: string }).open

/** Asks before something that is not saved is left behind; also when the tab is closed. */
export function Leave({ isAsked, ...said }: LeaveProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isAsked && (current.pathname !== next.pathname || openIn(current) !== openIn(next)),
    enableBeforeUnload: isAsked,
    withResolver: true,
  })
  return (
    <Discard
      isAsked={status === 'blocked'}
      {...said}
      onDiscard={() => proceed?.()}
      onStay={() => reset?.()}
    />
  )
}
