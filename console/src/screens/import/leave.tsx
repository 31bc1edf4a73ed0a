import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'

/** Asks before rows that are not sent are left behind; also when the tab is closed. */
export function Leave({ isAsked }: { isAsked: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isAsked && current.pathname !== next.pathname,
    enableBeforeUnload: isAsked,
    withResolver: true,
  })
  return (
    <Modal opened={status === 'blocked'} onClose={() => reset?.()} title="Leave the import?">
      <Stack>
        <Text>What is not sent is not kept, and neither are your repairs. What was sent stays.</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => proceed?.()}>
            Leave
          </Button>
          <Button onClick={() => reset?.()} data-autofocus>
            Stay here
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
