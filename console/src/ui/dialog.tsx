import { Button, Group, Stack } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Refusal } from '../api/refusal.ts'
import { DialogFrame } from './dialog-frame.tsx'
import { Dim } from './dim.tsx'
import { Trouble } from './trouble.tsx'

interface DialogProps {
  title: string
  /** The verb on the button that does it. */
  label: string
  /** What is sent by it: while it is on its way, and once it has arrived, it can’t be sent again. */
  sent: Pick<
    UseMutationResult<unknown, unknown, void>,
    'mutate' | 'reset' | 'isPending' | 'isSuccess' | 'error'
  >
  /** What is still missing, in words: it stands beside the button that it keeps from being pressed. */
  lacks?: string
  /** Somebody else has changed what this is about, and what it is now is told here. */
  isTold?: boolean
  /** It can’t be undone. */
  isGrave?: boolean
  onClose: () => void
  children: ReactNode
}

/** The buttons below what is asked for: however long that is, they are in sight. */
export const Foot = ({ children }: { children: ReactNode }) => (
  <Group
    justify="flex-end"
    pos="sticky"
    bottom={0}
    py="xs"
    bg="var(--mantine-color-body)"
    style={{ zIndex: 2 }} // above the button that clears a field
  >
    {children}
  </Group>
)

/** Asks for what a deed needs, then does it, or says why it was refused. */
export function Dialog({ title, label, sent, lacks, isTold, isGrave, onClose, children }: DialogProps) {
  /** What somebody else has done is in the way: it is to be seen before the same is sent again. */
  const status = sent.error instanceof Refusal ? sent.error.status : undefined
  const isLate = status === 409 || (status === 412 && !isTold)
  const isSent = sent.isPending || sent.isSuccess
  const missing = isSent ? undefined : lacks
  const isDead = Boolean(missing) || isLate
  return (
    <DialogFrame title={title} isSent={sent.isSuccess} onClose={onClose}>
      {(close) => (
        <form
          noValidate
          onChange={() => isLate && sent.reset()}
          onSubmit={(event) => {
            event.preventDefault()
            if (!isDead && !isSent) sent.mutate()
          }}
        >
          <Stack>
            {children}
            <Foot>
              {sent.error ? <Trouble error={sent.error} /> : null}
              {missing && (
                <Dim w="100%" ta="end">
                  {missing}
                </Dim>
              )}
              <Button onClick={close}>{isLate ? 'Close and look' : 'Cancel'}</Button>
              <Button
                variant="filled"
                type="submit"
                color={isGrave ? 'red' : undefined}
                disabled={isDead}
                loading={isSent}
              >
                {label}
              </Button>
            </Foot>
          </Stack>
        </form>
      )}
    </DialogFrame>
  )
}
